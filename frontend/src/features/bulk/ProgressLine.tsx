import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import type { Progress } from './useProgress';

const MINUTE = 60;

interface ProgressLineProps {
  label: string;
  bulk: BulkEnrollmentDetail;
  progress: Progress | null;
}

/** The number of processed rows and the estimated remaining time. */
export function ProgressLine({ label, bulk, progress }: ProgressLineProps) {
  const { t } = useTranslation();
  const total = bulk.row_count;
  const left = progress?.seconds_left ?? null;
  return (
    <div>
      <LinearProgress
        aria-label={label}
        {...(progress && {
          variant: 'determinate',
          value: Math.round((100 * progress.done) / Math.max(1, total)),
        })}
        sx={{ height: 8, borderRadius: 4 }}
      />
      {/* Announced once, because the numbers change every second. */}
      <Box aria-live="off" sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
        <Typography variant="body2">
          {t('bulk_enrollments.rows_done', { done: progress?.done ?? 0, count: total })}
        </Typography>
        {left !== null && left > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {left < MINUTE
              ? t('bulk_enrollments.seconds_left', { count: left })
              : t('bulk_enrollments.minutes_left', { count: Math.ceil(left / MINUTE) })}
          </Typography>
        )}
      </Box>
    </div>
  );
}
