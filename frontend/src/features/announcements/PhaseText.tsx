import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnnouncementCard } from '@/api/catalog';
import { getPhase } from './phase';

/** Shows if the announcement is open. */
export function PhaseText({ announcement }: { announcement: AnnouncementCard }) {
  const { t } = useTranslation();
  const phase = getPhase(announcement);
  return (
    <Typography
      variant="body2"
      component="span"
      sx={{ fontWeight: 500, color: phase === 'open' ? 'success.main' : 'text.secondary' }}
    >
      {t(`announcement_page.phase.${phase}`)}
    </Typography>
  );
}
