import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnnouncementCard as Announcement } from '@/api/catalog';
import { Clamped } from '@/components/Clamped';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { Fee } from './Fee';
import { PhaseText } from './PhaseText';
import { getPhase } from './phase';

/** An announcement in the public list: title, deadline, staff needed and fee. */
export function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id, category, opens_at, closes_at, staff_needed } = announcement;
  const next =
    getPhase(announcement) === 'not_open'
      ? t('announcement_page.card_opens', { date: formatDate(opens_at, locale) })
      : t('announcement_page.card_closes', { date: formatDate(closes_at, locale) });
  return (
    <Card
      sx={{
        height: 1,
        transition: 'border-color 120ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <CardActionArea
        component={Link}
        to={href(paths.announcement, { id })}
        sx={{ p: 2.5, height: 1, display: 'flex', flexDirection: 'column', alignItems: 'stretch' }}
      >
        <Typography
          variant="body2"
          component="span"
          sx={{ fontWeight: 500, color: 'primary.main' }}
        >
          {localized(category, 'name', locale)}
        </Typography>
        <Typography variant="h5" component="h2" sx={{ mt: 1 }}>
          {localized(announcement, 'title', locale)}
        </Typography>
        <Clamped>{localized(announcement, 'summary', locale)}</Clamped>
        <Typography variant="body2" sx={{ mt: 'auto', mb: 2, color: 'text.secondary' }}>
          {next}
          {' · '}
          {t('announcement_page.staff', { count: staff_needed })}
        </Typography>
        <Box
          sx={{
            pt: 2,
            borderTop: 1,
            borderColor: 'divider',
            display: 'flex',
            justifyContent: 'space-between',
            alignItems: 'baseline',
            gap: 1,
          }}
        >
          <Typography component="span" sx={{ fontWeight: 600 }}>
            <Fee of={announcement} />
          </Typography>
          <PhaseText announcement={announcement} />
        </Box>
      </CardActionArea>
    </Card>
  );
}
