import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** Names the time zone of the times on a page. */
export function TimeZoneNote() {
  const { t } = useTranslation();
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {t('batch_page.times')}
    </Typography>
  );
}
