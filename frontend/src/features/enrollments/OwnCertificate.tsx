import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import {
  listMyCertificatesOptions,
  listMyWaitingCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { LinkButton } from '@/components/RouterLinks';
import { CopyText } from '@/components/record/CopyText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { BadgeButtons } from '@/domain/BadgeButtons';
import { PaperButton } from '@/domain/PaperButton';
import { href, paths } from '@/routes/paths';

/** The candidate's latest certificate for a batch, or the reason there is none yet. */
export function OwnCertificate({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...listMyCertificatesOptions({ query: { enrollment_id: enrollment.id, page_size: 1 } }),
    enabled: enrollment.result === 'passed',
  });
  const certificate = data?.data[0];
  const { data: waiting } = useQuery({
    ...listMyWaitingCertificatesOptions(),
    enabled: Boolean(data) && !certificate,
  });
  if (!certificate) {
    if (!data || !waiting) return null;
    return (
      <TitledCard title={t('my_batches.certificate.title')}>
        <Alert severity="info" sx={{ mt: 1.5 }}>
          {waiting.includes(enrollment.id)
            ? t('my_batches.certificate.being_checked')
            : t('my_batches.certificate.not_issued')}
        </Alert>
      </TitledCard>
    );
  }
  const { expires_on, issued_on, number, state } = certificate;
  return (
    <TitledCard title={t('my_batches.certificate.title')}>
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <StatusChip noun="certificate" status={state} size="medium" />
        <CopyText text={number} />
        <PaperButton certificate={certificate} own />
        <BadgeButtons certificateId={certificate.id} />
        <LinkButton to={href(paths.publicCertificate, { number })}>
          {t('verification.open')}
        </LinkButton>
      </Box>
      <Details
        entries={[
          [t('my_batches.certificate.issued_on'), <DateText key="issued" value={issued_on} />],
          [
            t('my_batches.certificate.expires_on'),
            expires_on ? (
              <DateText key="expires" value={expires_on} />
            ) : (
              t('my_batches.certificate.never')
            ),
          ],
        ]}
      />
    </TitledCard>
  );
}
