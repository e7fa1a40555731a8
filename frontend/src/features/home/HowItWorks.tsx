import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { Band } from './Band';

const steps = ['choose', 'enroll', 'learn', 'certify'] as const;

/** The steps from choosing a batch to the certificate. */
export function HowItWorks() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Band title={t('home.how.title')} lead={t('home.how.lead')}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: { xs: 3, lg: 4 },
          gridTemplateColumns: { xs: '1fr', md: '1fr 1fr', lg: 'repeat(4, 1fr)' },
        }}
      >
        {steps.map((step, index) => (
          <Box
            component="li"
            key={step}
            sx={{ borderTop: 2, borderColor: 'primary.main', pt: 2.5 }}
          >
            <Typography component="span" sx={{ color: 'primary.main', fontWeight: 600 }}>
              {formatNumber(index + 1, locale)}
            </Typography>
            <Typography variant="h5" component="h3" sx={{ mt: 0.5 }}>
              {t(`home.how.${step}.title`)}
            </Typography>
            <Typography sx={{ mt: 0.75, color: 'text.secondary' }}>
              {t(`home.how.${step}.text`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Band>
  );
}
