import Box from '@mui/material/Box';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';

/** An amount in minor units; it never breaks over two lines. */
export function Money({ amount, currency = 'SAR' }: { amount: number; currency?: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatMoney(amount, currency, useLocale())}
    </Box>
  );
}
