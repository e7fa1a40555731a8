import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { VerificationListed } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { Code } from '@/components/record/values';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { verdictStyles } from './verdictStyle';

/** Certificates that a holder shares, each with its current status. */
export function CertificateList({ certificates }: { certificates: readonly VerificationListed[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
      {certificates.map((certificate) => (
        <li key={certificate.number}>
          <CertificateItem certificate={certificate} />
        </li>
      ))}
    </Box>
  );
}

function CertificateItem({ certificate }: { certificate: VerificationListed }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { number, state, issued_on, expires_on, holder_name_en, holder_name_ar } = certificate;
  const { color, Icon } = verdictStyles[state];
  const shown = {
    title_en: certificate.training_title_en ?? '',
    title_ar: certificate.training_title_ar ?? '',
    name_en: holder_name_en ?? '',
    name_ar: holder_name_ar ?? '',
    issuer_en: certificate.organization_name_en ?? '',
    issuer_ar: certificate.organization_name_ar ?? '',
  };
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, justifyContent: 'space-between' }}>
        <Typography variant="h5" component="h3">
          {localized(shown, 'title', locale)}
        </Typography>
        <Chip
          variant="outlined"
          color={color}
          icon={<Icon />}
          label={t(`learners.state.${state}`)}
        />
      </Box>
      <Details
        entries={[
          [t('verification.holder'), <bdi key="name">{localized(shown, 'name', locale)}</bdi>],
          [t('verification.organization'), localized(shown, 'issuer', locale)],
          [t('verification.issued'), <DateText key="issued" value={issued_on} />],
          [
            t('verification.until'),
            expires_on ? (
              <DateText key="until" value={expires_on} />
            ) : (
              t('verification.without_end')
            ),
          ],
          [t('verification.number'), <Code key="number" text={number} />],
        ]}
      />
      <LinkButton
        variant="outlined"
        to={href(paths.publicCertificate, { number })}
        sx={{ mt: 2.5, displayPrint: 'none' }}
      >
        {t('learners.verify_one')}
      </LinkButton>
    </Card>
  );
}
