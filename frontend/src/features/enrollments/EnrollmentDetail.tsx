import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePersonName } from '@/components/Person';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { BeforeAccepting } from './BeforeAccepting';
import { CancelByOrganization } from './CancelByOrganization';
import { Decide } from './Decide';
import { BatchPanel, CandidatePanel } from './DetailPanels';
import { enrollmentQuery } from './deskQueries';
import { EnrollmentStatusCard } from './EnrollmentStatusCard';
import { enrollmentLists } from './lists';
import { isPending } from './nextStep';
import { type Preset, presets } from './presets';

const PENDING_MS = 15_000;

/** An enrollment for the organization: candidate, batch, status and a due decision. */
function EnrollmentDetail({ preset }: { preset: Preset }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const nameOf = usePersonName();
  const changes = useChangesTab();
  const [cancelling, setCancelling] = useState(false);
  const { list, detail } = presets[preset];
  const query = useQuery({
    ...enrollmentQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isPending(data) ? PENDING_MS : false),
  });
  return (
    <>
      <RecordPage
        list={enrollmentLists[preset]}
        listTitle={t(`routes.${list}`)}
        id={id}
        query={query}
        notFound="errors.enrollment.not_found"
        // The title has the name, to distinguish several browser tabs.
        title={(found) => (found ? nameOf(found.candidate) : t(`routes.${detail}`))}
        status={({ status }) => <StatusChip noun="enrollment" status={status} size="medium" />}
        code={({ charge_reference }) => charge_reference}
        action={(found) => <Decide enrollment={found} />}
        tabs={() => changes([id])}
        actions={({ allowed_actions }) =>
          allowed_actions.includes('cancel')
            ? [
                {
                  label: t('enrollment_cancel.action'),
                  danger: true,
                  onSelect: () => setCancelling(true),
                },
              ]
            : []
        }
        aside={(found) => <CandidatePanel enrollment={found} />}
      >
        {(found) => (
          <>
            <BeforeAccepting enrollment={found} />
            <EnrollmentStatusCard enrollment={found} />
            <BatchPanel enrollment={found} />
          </>
        )}
      </RecordPage>
      {cancelling && query.data && (
        <CancelByOrganization enrollment={query.data} onClose={() => setCancelling(false)} />
      )}
    </>
  );
}

export const Enrollment = () => <EnrollmentDetail preset="all" />;
export const PendingPayment = () => <EnrollmentDetail preset="pending" />;
export const EnrollmentRequest = () => <EnrollmentDetail preset="requests" />;
