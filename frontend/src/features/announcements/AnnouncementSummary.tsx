import OpensIcon from '@mui/icons-material/EventAvailableOutlined';
import ClosesIcon from '@mui/icons-material/EventBusyOutlined';
import StaffIcon from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnnouncementRead } from '@/api/catalog';
import { Can } from '@/components/Can';
import { DateText } from '@/components/DateText';
import { LinkButton } from '@/components/RouterLinks';
import { IconDetail } from '@/domain/IconDetail';
import { TimeZoneNote } from '@/domain/TimeZoneNote';
import { href, paths } from '@/routes/paths';
import { Fee } from './Fee';
import { getPhase } from './phase';

/** A summary of an announcement: fee, period and staff needed. */
export function AnnouncementSummary({ announcement }: { announcement: AnnouncementRead }) {
  const { t } = useTranslation();
  const { id, fee_minor, opens_at, closes_at, staff_needed } = announcement;
  const phase = getPhase(announcement);
  const isOver = phase === 'closed';
  return (
    <Card sx={{ p: 3 }}>
      <Typography variant="h3" component="p">
        <Fee of={announcement} />
      </Typography>
      {fee_minor > 0 && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {t('announcement_page.fee_each')}
        </Typography>
      )}
      {phase === 'open' && (
        <Can route="applyStaff">
          <LinkButton
            to={href(paths.applyStaff, { id })}
            variant="contained"
            fullWidth
            sx={{ mt: 2.5 }}
          >
            {t('announcement_page.apply')}
          </LinkButton>
        </Can>
      )}
      <LinkButton
        to={isOver ? paths.announcements : paths.contact}
        variant="outlined"
        fullWidth
        sx={{ mt: 2.5 }}
      >
        {t(isOver ? 'announcement_page.others' : 'announcement_page.ask')}
      </LinkButton>
      <Divider sx={{ my: 3 }} />
      <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0 }}>
        <IconDetail Icon={OpensIcon} label={t('announcement_page.opens')}>
          <DateText value={opens_at} style="datetime" />
        </IconDetail>
        <IconDetail Icon={ClosesIcon} label={t('announcement_page.closes')}>
          <DateText value={closes_at} style="datetime" />
        </IconDetail>
        <IconDetail Icon={StaffIcon} label={t('announcement_page.staff_needed')}>
          {t('announcement_page.staff', { count: staff_needed })}
        </IconDetail>
      </Box>
      <TimeZoneNote />
    </Card>
  );
}
