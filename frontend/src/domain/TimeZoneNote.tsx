import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { timeZoneName } from '@/lib/format';

/** Says beside times which zone they are told in: the reader's. */
export function TimeZoneNote({ at }: { at: string }) {
  const { t } = useTranslation();
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {t('batch_page.times', { zone: timeZoneName(at, useLocale()) })}
    </Typography>
  );
}
