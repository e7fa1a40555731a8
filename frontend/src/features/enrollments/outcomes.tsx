import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { CertifiedPerson, EnrollmentRead, PersonResult } from '@/api/enrollment';
import {
  getResultSheetOptions,
  listBatchCertificatesOptions,
  listWaitingBatchCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { type Column, defineColumns } from '@/components/list/columns';
import { StatusChip } from '@/components/StatusChip';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { href, paths } from '@/routes/paths';

const column = defineColumns<EnrollmentRead>();

interface Outcomes {
  resultOf: (enrollmentId: string) => PersonResult | undefined;
  certificateOf: (enrollmentId: string) => CertifiedPerson | undefined;
  /** Returns whether a requested certificate awaits approval. */
  waits: (enrollmentId: string) => boolean;
  anyPassed: boolean;
  /** True if anyone has a valid certificate. */
  anyCertified: boolean;
  /** True if anyone passed without a certificate or a request for it. */
  anyUncertified: boolean;
  /** Returns whether the person passed and has neither a valid certificate nor a request. */
  canBeCertified: (enrollment: EnrollmentRead) => boolean;
}

/** Loads attendance, scores and certificates of a batch. */
export function useOutcomes(batchId: string): Outcomes {
  const sheet = useQuery(getResultSheetOptions({ path: { batch_id: batchId } }));
  const certified = useQuery(listBatchCertificatesOptions({ path: { batch_id: batchId } }));
  const waiting = useQuery(listWaitingBatchCertificatesOptions({ path: { batch_id: batchId } }));
  const waits = (id: string) => waiting.data?.includes(id) ?? false;
  const results = new Map(sheet.data?.people.map((each) => [each.enrollment_id, each]));
  const certificates = new Map(certified.data?.map((each) => [each.enrollment_id, each]));
  const isPassed = (person: PersonResult | undefined) =>
    person?.status === 'completed' && person.result === 'passed';
  const isOpen = (id: string) => {
    const held = certificates.get(id);
    return (
      isPassed(results.get(id)) && !waits(id) && (held === undefined || held.state === 'revoked')
    );
  };
  return {
    resultOf: (id) => results.get(id),
    certificateOf: (id) => certificates.get(id),
    waits,
    anyPassed: sheet.data?.people.some(isPassed) ?? false,
    anyCertified: certified.data?.some(({ state }) => state !== 'revoked') ?? false,
    anyUncertified: sheet.data?.people.some(({ enrollment_id }) => isOpen(enrollment_id)) ?? false,
    canBeCertified: ({ id }) => isOpen(id),
  };
}

/** Returns functions that format attendance and score; null if unknown. */
function useOutcomeTexts({ resultOf }: Outcomes) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale);
  return {
    attendance: (id: string) => {
      const person = resultOf(id);
      if (!person || person.counted === 0) return null;
      const { attended, counted } = person;
      return t('batches.attended_of', { attended: number(attended), counted: number(counted) });
    },
    score: (id: string) => {
      const score = resultOf(id)?.score_percent;
      return score === null || score === undefined ? null : `${number(score)} %`;
    },
  };
}

export function useOutcomeColumns(outcomes: Outcomes): Column<EnrollmentRead>[] {
  const { t } = useTranslation();
  const texts = useOutcomeTexts(outcomes);
  return [
    column.text('attendance', t('batches.attended'), {
      width: 110,
      flex: undefined,
      read: ({ id }) => texts.attendance(id) ?? '–',
    }),
    column.text('score', t('batches.score'), {
      width: 90,
      flex: undefined,
      read: ({ id }) => texts.score(id) ?? '–',
    }),
    column.own('result', t('batches.result'), {
      width: 130,
      flex: undefined,
      cell: ({ result }) =>
        result ? <StatusChip noun="enrollment_result" status={result} /> : '–',
    }),
    column.own('certificate', t('batches.certificate'), {
      width: 190,
      flex: undefined,
      cell: ({ id }) =>
        outcomes.waits(id) ? (
          <StatusChip noun="certificate_request" status="waiting" />
        ) : (
          <CertificateLink certificate={outcomes.certificateOf(id)} />
        ),
    }),
  ];
}

/** The known outcomes as text, for narrow screens. */
export function OutcomeLine({
  enrollment: { id, result },
  outcomes,
}: {
  enrollment: EnrollmentRead;
  outcomes: Outcomes;
}) {
  const { t } = useTranslation();
  const texts = useOutcomeTexts(outcomes);
  const attendance = texts.attendance(id);
  const score = texts.score(id);
  const certificate = outcomes.certificateOf(id);
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, alignItems: 'center' }}
    >
      {result && <StatusChip noun="enrollment_result" status={result} />}
      {attendance && `${t('batches.attended')}: ${attendance}`}
      {score && (
        <span>
          {t('batches.score')}: <bdi>{score}</bdi>
        </span>
      )}
      {outcomes.waits(id) && <StatusChip noun="certificate_request" status="waiting" />}
      {certificate && (
        <span>
          {t('batches.certificate')}: <bdi dir="ltr">{certificate.number}</bdi>{' '}
          {certificate.state !== 'valid' && (
            <StatusChip noun="certificate" status={certificate.state} />
          )}
        </span>
      )}
    </Box>
  );
}

function CertificateLink({ certificate }: { certificate: CertifiedPerson | undefined }) {
  if (!certificate) return '–';
  const { id, number, state } = certificate;
  return (
    <span>
      <Link component={RouterLink} to={href(paths.certificate, { id })} dir="ltr">
        {number}
      </Link>{' '}
      {state !== 'valid' && <StatusChip noun="certificate" status={state} />}
    </span>
  );
}
