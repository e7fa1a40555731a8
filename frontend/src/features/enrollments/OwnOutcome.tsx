import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CertificateListed, EnrollmentRead } from '@/api/enrollment';
import {
  listMyCertificatesOptions,
  listMyWaitingCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { StatusChip } from '@/components/StatusChip';

const MAX_CERTIFICATES = 100;

export interface OwnOutcomes {
  certificateOf: (enrollmentId: string) => CertificateListed | undefined;
  waits: (enrollmentId: string) => boolean;
}

/** The user's latest certificate of each batch, and pending ones. */
export function useOwnOutcomes(): OwnOutcomes {
  const { data } = useQuery(
    listMyCertificatesOptions({ query: { page_size: MAX_CERTIFICATES, sort: '-issued_on' } }),
  );
  const { data: waiting } = useQuery(listMyWaitingCertificatesOptions());
  return {
    certificateOf: (id) => data?.data.find(({ enrollment_id }) => enrollment_id === id),
    waits: (id) => waiting?.includes(id) ?? false,
  };
}

/** A candidate's result and certificate; renders nothing until the batch ends. */
export function OwnOutcome({
  enrollment: { id, result },
  outcomes: { certificateOf, waits },
}: {
  enrollment: EnrollmentRead;
  outcomes: OwnOutcomes;
}) {
  const { t } = useTranslation();
  const certificate = certificateOf(id);
  if (!result) return '–';
  return (
    <Box component="span" sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
      {certificate && certificate.state !== 'valid' ? (
        <StatusChip noun="certificate" status={certificate.state} />
      ) : (
        <StatusChip noun="enrollment_result" status={result} />
      )}
      {certificate ? (
        <bdi dir="ltr">{certificate.number}</bdi>
      ) : (
        waits(id) && <span>{t('my_batches.certificate.checked')}</span>
      )}
    </Box>
  );
}
