import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CertifiedPerson, PersonResult } from '@/api/enrollment';
import {
  getResultSheetOptions,
  listBatchCertificatesOptions,
  listWaitingBatchCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { ListPanel } from '@/components/list/ListPanel';
import { usePersonName } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { type Locale, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

/** The people of a trainer's batch with attendance, scores and results. */
export function BatchPeople({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const path = { batch_id: batchId };
  const { data: sheet, ...rest } = useQuery(getResultSheetOptions({ path }));
  const { data: certified } = useQuery(listBatchCertificatesOptions({ path }));
  const { data: waiting } = useQuery(listWaitingBatchCertificatesOptions({ path }));
  const certificates = new Map(certified?.map((each) => [each.enrollment_id, each]));
  const people = sheet?.people.map((each) => ({ ...each, id: each.enrollment_id }));
  return (
    <ListPanel
      title={t('teaching.people')}
      query={{
        ...rest,
        data: people && {
          data: people,
          meta: { page: 1, page_size: people.length, total: people.length },
        },
      }}
      empty={t('teaching.people_none')}
      renderRow={(person) => ({
        title: <bdi>{nameOf(person)}</bdi>,
        text: getProgress(person, locale, t),
        end: (
          <Outcome
            person={person}
            certificate={certificates.get(person.id)}
            waits={waiting?.includes(person.id) ?? false}
          />
        ),
      })}
    />
  );
}

/** Returns a person's attendance and score as text. */
function getProgress(
  { attended, counted, score_percent: score }: PersonResult,
  locale: Locale,
  t: TFunction,
): string {
  const number = (value: number) => formatNumber(value, locale);
  return [
    counted > 0
      ? t('teaching.attended', { attended: number(attended), counted: number(counted) })
      : t('teaching.not_marked'),
    score !== null && t('teaching.score', { score: number(score) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Outcome({
  person: { status, result },
  certificate,
  waits,
}: {
  person: PersonResult;
  certificate: CertifiedPerson | undefined;
  waits: boolean;
}) {
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        alignItems: 'center',
        justifyContent: 'flex-end',
      }}
    >
      {status === 'completed' && <StatusChip noun="enrollment_result" status={result} />}
      {waits && <StatusChip noun="certificate_request" status="waiting" />}
      {certificate && !waits && (
        <>
          <StatusChip noun="certificate" status={certificate.state} />
          <bdi dir="ltr">{certificate.number}</bdi>
        </>
      )}
    </Box>
  );
}
