import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { BatchDetails } from '@/domain/BatchDetails';
import { SessionList } from '@/domain/SessionList';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { BatchPeople } from './BatchPeople';
import { myBatches } from './lists';
import { myBatchQuery } from './queries';

/** A batch of the trainer, with its people and sessions. */
export default function MyBatchPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  return (
    <RecordPage
      list={myBatches}
      listTitle={t('routes.myBatches')}
      id={id}
      query={useQuery(myBatchQuery(id))}
      notFound="errors.resource.not_found"
      title={(batch) => localized(batch?.training, 'title', locale) || t('routes.myBatch')}
      status={({ status }) => <StatusChip noun="batch" status={status} size="medium" />}
      code={({ code }) => code}
      action={({ id }) => (
        <>
          <LinkButton variant="contained" to={href(paths.myBatchAttendance, { id })}>
            {t('routes.myBatchAttendance')}
          </LinkButton>
          <LinkButton variant="outlined" to={href(paths.myBatchResults, { id })}>
            {t('routes.myBatchResults')}
          </LinkButton>
        </>
      )}
    >
      {(batch) => (
        <>
          <BatchDetails batch={batch} />
          <BatchPeople batchId={batch.id} />
          <TitledCard title={t('teaching.sessions')}>
            <SessionList sessions={batch.sessions} mode={batch.mode} batchId={batch.id} />
          </TitledCard>
        </>
      )}
    </RecordPage>
  );
}
