import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BatchMode } from '@/api/catalog';
import { useLocale } from '@/i18n';
import { timeZoneName } from '@/lib/format';
import { isRiyadhTime } from '@/lib/riyadh';
import { zoneOf } from './batchTimes';

/** Says beside times which zone they are given in: the venue's, or the reader's where there is none. */
export function TimeZoneNote({ at, mode = 'online' }: { at: string; mode?: BatchMode }) {
  const { t } = useTranslation();
  const own = timeZoneName(at, useLocale());
  const zone = zoneOf(mode) || isRiyadhTime(at) ? t('batch_page.saudi_time') : own;
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {t(zoneOf(mode) ? 'batch_page.venue_times' : 'batch_page.times', { zone })}
    </Typography>
  );
}
