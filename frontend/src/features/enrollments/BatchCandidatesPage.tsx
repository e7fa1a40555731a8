import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { EnrollmentRead } from '@/api/enrollment';
import { BulkBar } from '@/components/list/BulkBar';
import { ListPage } from '@/components/list/ListPage';
import { usePersonName } from '@/components/Person';
import { LinkButton } from '@/components/RouterLinks';
import { ArchiveButton } from '@/domain/archives/ArchiveButton';
import { CertificatesPrintButton } from '@/domain/archives/CertificatesPrintButton';
import { IssueCertificates } from '@/domain/IssueCertificates';
import { ownBatchQuery } from '@/domain/useBatchFilter';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { CancelByOrganization } from './CancelByOrganization';
import { useColumns } from './columns';
import { EnrollmentCard } from './EnrollmentCard';
import { enrollmentsOfBatch } from './lists';
import { OutcomeLine, useOutcomeColumns, useOutcomes } from './outcomes';

/**
 * The people of a batch with status, payment and contact; after the start also attendance, scores
 * and certificates.
 */
export default function BatchCandidatesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { uuid = '' } = useParams();
  const { data: batch } = useQuery(ownBatchQuery(uuid));
  const nameOf = usePersonName();
  const opens = useOpens();
  const outcomes = useOutcomes(uuid);
  const isAdmin = useSession().profile?.type === 'admin';
  const mayIssue = !isAdmin && outcomes.anyPassed;
  const [removing, setRemoving] = useState<EnrollmentRead | null>(null);
  return (
    <>
      <ListPage
        list={useMemo(() => enrollmentsOfBatch(uuid), [uuid])}
        title={t('routes.batchCandidates')}
        trail={[
          { label: t('routes.manageBatches'), to: paths.manageBatches },
          { label: batch?.code ?? t('routes.manageBatch'), to: href(paths.manageBatch, { uuid }) },
        ]}
        lead={batch && `${localized(batch.training, 'title', locale)} · \u2066${batch.code}\u2069`}
        search={t('enrollments.search')}
        tabs={{
          name: 'status',
          label: t('enrollments.status'),
          options: toOptions(IN_VIEW, (of) => statusText(t, 'enrollment', of)),
        }}
        action={
          <>
            {opens('certificates') && outcomes.anyCertified && (
              <>
                {batch && <CertificatesPrintButton batchId={uuid} code={batch.code} />}
                <ArchiveButton filters={{ batch_id: uuid }} />
              </>
            )}
            {opens('groupMessageAdd') && (
              <LinkButton to={href(paths.groupMessageAdd, {}, { batch: uuid })} variant="outlined">
                {t('group_messages.write')}
              </LinkButton>
            )}
            {mayIssue && <IssueCertificates batchId={uuid} needed={outcomes.anyUncertified} />}
          </>
        }
        columns={[
          ...useColumns(
            outcomes.anyPassed
              ? ['candidate', 'status']
              : ['candidate', 'phone', 'payment', 'status'],
          ),
          ...useOutcomeColumns(outcomes),
        ]}
        actions={{
          name: ({ candidate }) => nameOf(candidate),
          of: (row) =>
            row.allowed_actions.includes('cancel')
              ? [
                  {
                    label: t('enrollment_cancel.remove'),
                    danger: true,
                    onSelect: () => setRemoving(row),
                  },
                ]
              : [],
        }}
        bulk={
          mayIssue
            ? {
                selectable: (row) => outcomes.canBeCertified(row),
                label: ({ candidate }) => t('table.select', { name: nameOf(candidate) }),
                render: (chosen, clear, all) =>
                  chosen.length > 0 && (
                    <BulkBar
                      label={t('certificates.issue.title')}
                      count={chosen.length}
                      all={all}
                      onClear={clear}
                    >
                      <IssueCertificates
                        batchId={uuid}
                        enrollmentIds={chosen.map(({ id }) => id)}
                        size="small"
                        onDone={clear}
                      />
                    </BulkBar>
                  ),
              }
            : undefined
        }
        renderCard={(row) => (
          <EnrollmentCard
            enrollment={row}
            preset="all"
            about={<OutcomeLine enrollment={row} outcomes={outcomes} />}
          />
        )}
        empty={{
          title: t('batches.candidates_none'),
          description: t('batches.candidates_none_hint'),
        }}
      />
      {removing && <CancelByOrganization enrollment={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

const IN_VIEW = ['confirmed', 'completed', 'pending_payment', 'requested', 'waitlisted'] as const;
