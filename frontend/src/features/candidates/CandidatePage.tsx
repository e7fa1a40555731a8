import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import type { RecordTab } from '@/components/record/RecordTabs';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { href, paths, type RouteName } from '@/routes/paths';
import { CandidateDetails } from './CandidateDetails';
import { CandidateEnrollments, CandidatePayments } from './CandidatePanels';
import { CandidateTimeline } from './CandidateTimeline';
import { InviteAgain } from './InviteAgain';
import { candidates } from './lists';
import { candidateQuery } from './queries';
import { RemoveCandidate } from './RemoveCandidate';

/** A candidate: data, enrollments, payments and history. */
export default function CandidatePage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const [asking, ask] = useState<'invite' | 'remove' | null>(null);
  const query = useQuery(candidateQuery(id));
  /** Returns a tab if the user can open its list. */
  const tab = (route: RouteName, key: string, content: ReactNode): RecordTab[] =>
    opens(route) ? [{ key, label: t(`candidates.tab.${key}`), content }] : [];
  return (
    <>
      <RecordPage
        list={candidates}
        listTitle={t('routes.candidates')}
        id={id}
        query={query}
        notFound="errors.candidate.not_found"
        title={(candidate) => localized(candidate, 'name', locale) || t('routes.candidateView')}
        status={({ status }) => <StatusChip noun="candidate" status={status} size="medium" />}
        code={({ username }) => username}
        action={({ person }) =>
          person?.can_edit && (
            <LinkButton variant="contained" to={href(paths.candidateEdit, { id })}>
              {t('common.edit')}
            </LinkButton>
          )
        }
        actions={({ person, invited_at }) => [
          ...(person?.can_edit && invited_at
            ? [{ label: t('candidates.invite'), onSelect: () => ask('invite') }]
            : []),
          ...(person && opens('userView')
            ? [{ label: t('candidates.account'), to: href(paths.userView, { id: person.user_id }) }]
            : []),
          ...(person?.can_erase
            ? [{ label: t('candidates.remove'), danger: true, onSelect: () => ask('remove') }]
            : []),
        ]}
        tabs={(candidate) => [
          ...tab('enrollments', 'trainings', <CandidateEnrollments candidate={candidate} />),
          ...tab('payments', 'payments', <CandidatePayments candidate={candidate} />),
          {
            key: 'timeline',
            label: t('candidates.tab.timeline'),
            content: <CandidateTimeline candidate={candidate} />,
          },
          ...(candidate.person ? changes([id, candidate.person.user_id]) : []),
        ]}
      >
        {(candidate) => <CandidateDetails candidate={candidate} />}
      </RecordPage>
      {asking === 'invite' && query.data && (
        <InviteAgain candidate={query.data} onClose={() => ask(null)} />
      )}
      {asking === 'remove' && query.data && (
        <RemoveCandidate candidate={query.data} onClose={() => ask(null)} />
      )}
    </>
  );
}
