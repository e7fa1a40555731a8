import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Money } from '@/components/Money';
import type { Page } from './list';

/** A total over all rows: a field of the call's sums with its label. */
export interface SumField {
  field: `${string}_minor`;
  label: string;
}

/** The totals of all matching rows by currency, or a note that there are too many rows. */
export function Sums({
  fields,
  meta: { sums = [], capped },
}: {
  fields: readonly SumField[];
  meta: Page<unknown>['meta'];
}) {
  const { t } = useTranslation();
  if (capped && sums.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('table.sums_capped')}
      </Typography>
    );
  }
  return (
    <Box
      component="dl"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, columnGap: 3, m: 0, fontSize: '0.875rem' }}
    >
      {sums.flatMap((sum) =>
        fields.map(({ field, label }) => (
          <Box key={`${sum.currency} ${field}`} sx={{ display: 'flex', gap: 1 }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              <Money amount={sum[field] ?? 0} currency={sum.currency} />
            </Box>
          </Box>
        )),
      )}
    </Box>
  );
}
