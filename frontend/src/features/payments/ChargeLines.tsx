import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ChargeRead } from '@/api/payments';
import { Money } from '@/components/Money';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

type Props = Pick<ChargeRead, 'lines' | 'currency'>;

/** What a charge of several things is made of; nothing where it is one thing. */
export function ChargeLines({ lines, currency }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!lines?.length) return null;
  return (
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
  );
}
