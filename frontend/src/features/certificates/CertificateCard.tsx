import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CertificateListed } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';

/** A certificate on a narrow screen. */
export function CertificateCard({ certificate }: { certificate: CertificateListed }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {localized(certificate, 'holder_name', locale)}
        </Typography>
        <StatusChip noun="certificate" status={certificate.state} />
      </Box>
      <Typography variant="body2">{localized(certificate, 'training_title', locale)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <bdi dir="ltr">{certificate.number}</bdi> · <DateText value={certificate.issued_on} />
      </Typography>
      {certificate.differs_from_profile && (
        <Typography variant="body2" sx={{ color: 'warning.dark' }}>
          {t('certificates.differs')}
        </Typography>
      )}
    </Box>
  );
}
