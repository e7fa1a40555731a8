import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ChargeRead } from '@/api/payments';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { formatNumber, formatPercent } from '@/lib/format';

type Tax = Pick<
  ChargeRead,
  'currency' | 'amount_minor' | 'vat_minor' | 'vat_percent' | 'vat_included'
>;
type Props = Tax & Pick<ChargeRead, 'lines'>;

/** The lines of a charge if there are several, and its VAT. */
export function ChargeLines({ lines = [], ...charge }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { currency } = charge;
  const several = lines.length > 1 || lines.some(({ quantity }) => quantity > 1);
  return (
    <>
      {several && (
        <Box component="ul" aria-label={t('payments.lines')} sx={{ m: 0, mt: 3, p: 0 }}>
          {lines.map((line) => (
            <Box
              component="li"
              key={`${line.code}${line.unit_minor}`}
              sx={{ listStyle: 'none', '&:last-of-type hr': { display: 'none' } }}
            >
              <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', py: 1.25 }}>
                <Box sx={{ minWidth: 0 }}>
                  <Typography>
                    {localized(line, 'title', locale)}
                    {line.code && (
                      <>
                        {' · '}
                        <bdi>{line.code}</bdi>
                      </>
                    )}
                  </Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {formatNumber(line.quantity, locale)} ×{' '}
                    <Money amount={line.unit_minor} currency={currency} />
                  </Typography>
                </Box>
                <Typography sx={{ whiteSpace: 'nowrap' }}>
                  <Money amount={line.quantity * line.unit_minor} currency={currency} />
                </Typography>
              </Box>
              <Divider />
            </Box>
          ))}
        </Box>
      )}
      {charge.vat_percent > 0 && <Sums {...charge} />}
    </>
  );
}

/** The net amount, the tax and the total. */
function Sums({ currency, amount_minor, vat_minor, vat_percent, vat_included }: Tax) {
  const { t } = useTranslation();
  const percent = formatPercent(vat_percent, useLocale());
  const rows = [
    [t('payments.net'), amount_minor - vat_minor],
    [t(vat_included ? 'payments.vat_included' : 'payments.vat_added', { percent }), vat_minor],
    [t('payments.total'), amount_minor],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
      {rows.map(([name, amount]) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            gap: 2,
            justifyContent: 'space-between',
            py: 0.5,
            color: 'text.secondary',
            '&:last-of-type': { color: 'text.primary', fontWeight: 600 },
          }}
        >
          <dt>{name}</dt>
          <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            <Money amount={amount} currency={currency} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
