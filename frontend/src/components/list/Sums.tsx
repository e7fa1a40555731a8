import Box from '@mui/material/Box';
import { Money } from '@/components/Money';
import type { MoneySum } from './list';

/** What is added up over all rows: a field of the sums that the call gives, and its name. */
export interface SumField {
  field: `${string}_minor`;
  label: string;
}

/** What all rows that match come to, in each currency. */
export function Sums({
  fields,
  sums = [],
}: {
  fields: readonly SumField[];
  sums: readonly MoneySum[] | undefined;
}) {
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
