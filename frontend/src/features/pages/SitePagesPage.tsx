import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { PageRow } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { pagesQuery } from './queries';

/** The content pages of the public site, for editors. */
export default function SitePagesPage() {
  const { t } = useTranslation();
  const pages = useQuery(pagesQuery());
  return (
    <PageContainer title={t('routes.settingsPages')} subtitle={t('site_pages.lead')} width="lg">
      {pages.error && <ErrorAlert error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Skeleton variant="rounded" height={560} />}
      {pages.data && (
        <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {pages.data.data.map((page) => (
            <Row key={page.slug} page={page} />
          ))}
        </Card>
      )}
    </PageContainer>
  );
}

function Row({ page }: { page: PageRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        px: 2.5,
        py: 1.5,
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <TextLink to={href(paths.settingsPage, { slug: page.slug })}>
          {localized(page, 'title', locale)}
        </TextLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <bdi dir="ltr">/{page.slug}</bdi>
        </Typography>
      </Box>
      {page.has_draft && <Chip size="small" label={t('status.version.draft')} />}
      {page.scheduled_at && (
        <Chip
          size="small"
          color="info"
          variant="outlined"
          label={
            <Trans
              i18nKey="site_pages.scheduled"
              components={{ date: <DateText value={page.scheduled_at} style="datetime" /> }}
            />
          }
        />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <Trans
          i18nKey="site_pages.updated"
          components={{ date: <DateText value={page.updated_at} /> }}
        />
      </Typography>
    </Box>
  );
}
