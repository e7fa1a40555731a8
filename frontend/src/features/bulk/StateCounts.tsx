import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import { zRowState } from '@/api/enrollment/zod.gen';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { statusColor, statusText } from '@/lib/statuses';

/** The number of rows by state. */
export function StateCounts({ bulk: { states } }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box
      component="ul"
      aria-label={t('bulk_enrollments.counts')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {zRowState.options
        .filter((state) => (states[state] ?? 0) > 0)
        .map((state) => (
          <li key={state}>
            <Chip
              variant="outlined"
              color={statusColor('row', state)}
              label={`${statusText(t, 'row', state)}: ${formatNumber(states[state] ?? 0, locale)}`}
            />
          </li>
        ))}
    </Box>
  );
}
