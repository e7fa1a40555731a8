import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CandidateDetail } from '@/api/identity';
import { History } from '@/components/record/History';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { candidateEnrollmentsQuery, candidatePaymentsQuery } from './queries';
import { buildTimeline } from './timeline';

/** The candidate's history that the user may see, newest first. */
export function CandidateTimeline({ candidate }: { candidate: CandidateDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const enrollments = useQuery({
    ...candidateEnrollmentsQuery(candidate.id),
    enabled: opens('enrollments'),
  });
  const payments = useQuery({
    ...candidatePaymentsQuery(candidate.id),
    enabled: opens('payments'),
  });
  return (
    <TitledCard title={t('candidates.tab.timeline')}>
      <History
        entries={buildTimeline(t, locale, {
          candidate,
          enrollments: enrollments.data?.data ?? [],
          payments: payments.data?.data ?? [],
        })}
      />
    </TitledCard>
  );
}
