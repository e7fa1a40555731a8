import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EligibilityRead } from '@/api/enrollment';
import { usePaymentMethodsText } from '@/domain/payments/usePaymentMethods';
import { useLocale } from '@/i18n';
import { formatMinutes, formatMoney } from '@/lib/format';
import { getStepsAhead } from './eligibility';

/** The steps after the confirmation. */
export function StepsAhead({
  eligibility,
  waiting,
}: {
  eligibility: EligibilityRead;
  waiting: boolean;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const values = {
    price: formatMoney(eligibility.price_minor, eligibility.currency, locale),
    time: formatMinutes(eligibility.payment_window_minutes, locale),
    ways: usePaymentMethodsText(),
  };
  return (
    <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 2 }}>
      {getStepsAhead(eligibility, waiting).map((step, index) => (
        <Box
          component="li"
          key={step}
          sx={{ display: 'grid', gridTemplateColumns: '32px 1fr', columnGap: 2 }}
        >
          <Box
            aria-hidden
            sx={{
              width: 32,
              height: 32,
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              bgcolor: 'surface.tint',
              color: 'primary.main',
              fontWeight: 600,
            }}
          >
            {index + 1}
          </Box>
          <Box>
            <Typography sx={{ fontWeight: 600 }}>{t(`enroll.ahead.${step}`)}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>
              {t(`enroll.ahead.${step}_text`, values)}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
