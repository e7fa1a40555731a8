import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ManagedBatch } from '@/api/catalog';
import type { Action } from '@/components/ActionMenu';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { BatchDetails } from '@/domain/BatchDetails';
import { SessionList } from '@/domain/SessionList';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { href, paths } from '@/routes/paths';
import { BatchDialog, type BatchQuestion } from './BatchDialog';
import { BatchPeople } from './BatchPeople';
import { BatchTerms } from './BatchTerms';
import { BatchTimeline } from './BatchTimeline';
import { managedBatches, trainingBatches } from './lists';
import { batchQuery } from './queries';

/** The management page of a batch: details, people and actions. */
export default function BatchPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const changes = useChangesTab();
  // The page also has a URL below the batch's training.
  const { id, uuid = '' } = useParams();
  const [question, ask] = useState<BatchQuestion | null>(null);
  const actions = ({ status, phase, training }: ManagedBatch): Action[] => [
    ...(status !== 'draft'
      ? [
          {
            label: t('batches.public_page'),
            to: href(paths.batch, { id: training.id, batchId: uuid }),
          },
        ]
      : []),
    ...(opens('batchBulkEnroll') && status === 'published' && phase === 'upcoming'
      ? [{ label: t('routes.batchBulkEnroll'), to: href(paths.batchBulkEnroll, { uuid }) }]
      : []),
    ...(opens('batchAdd')
      ? [{ label: t('batches.copy'), to: href(paths.batchAdd, {}, { copy: uuid }) }]
      : []),
    ...(opens('batchEdit') && status !== 'cancelled' && phase !== 'ended'
      ? [{ label: t('batches.do.cancel'), danger: true, onSelect: () => ask('cancel') }]
      : []),
  ];
  return (
    <RecordPage
      list={id ? (trainingBatches(id) as typeof managedBatches) : managedBatches}
      listTitle={t(id ? 'routes.trainingBatches' : 'routes.manageBatches')}
      id={uuid}
      query={useQuery(batchQuery(uuid))}
      notFound="errors.resource.not_found"
      title={(batch) => localized(batch?.training, 'title', locale) || t('routes.manageBatch')}
      status={({ status }) => <StatusChip noun="batch" status={status} size="medium" />}
      code={({ code }) => code}
      action={(batch) => <Actions batch={batch} onPublish={() => ask('publish')} />}
      actions={actions}
      aside={(batch) => <BatchPeople batch={batch} />}
      tabs={(batch) => changes([uuid, ...batch.sessions.map((session) => session.id)])}
    >
      {(batch) => (
        <>
          <BatchDetails batch={batch} />
          <TitledCard title={t('batches.sessions')}>
            <SessionList
              sessions={batch.sessions}
              mode={batch.mode}
              batchId={batch.status === 'draft' ? undefined : batch.id}
            />
          </TitledCard>
          <BatchTerms batch={batch} />
          <BatchTimeline batch={batch} />
          {question && <BatchDialog batch={batch} question={question} onClose={() => ask(null)} />}
        </>
      )}
    </RecordPage>
  );
}

function Actions({ batch, onPublish }: { batch: ManagedBatch; onPublish: () => void }) {
  const { t } = useTranslation();
  const opens = useOpens();
  if (!opens('batchEdit') || batch.status === 'cancelled') return null;
  const isOver = batch.phase === 'ended';
  if (isOver && batch.status === 'published') return null;
  return (
    <>
      <LinkButton
        variant={batch.status === 'draft' ? 'outlined' : 'contained'}
        to={href(paths.batchEdit, { uuid: batch.id })}
      >
        {t('common.edit')}
      </LinkButton>
      {batch.status === 'draft' && !isOver && (
        <Button variant="contained" onClick={onPublish}>
          {t('batches.do.publish')}
        </Button>
      )}
    </>
  );
}
