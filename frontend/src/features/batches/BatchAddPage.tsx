import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { BatchFields, batchSections } from './BatchFields';
import { type BatchInput, batchForm, copyBatch, emptyBatch } from './batchForm';
import { batchQuery, trainingQuery, useCreateBatch } from './queries';

/** Adds a batch: an empty one, one of a training, or a copy of another batch. */
export default function BatchAddPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [copied, ofTraining] = [params.get('copy') ?? '', params.get('training') ?? ''];
  const batch = useQuery({ ...batchQuery(copied), enabled: copied !== '' });
  const training = useQuery({ ...trainingQuery(ofTraining), enabled: ofTraining !== '' });
  const error = batch.error ?? training.error;
  if (batch.data) return <AddForm key={copied} values={copyBatch(batch.data)} isCopy />;
  if (training.data) return <AddForm key={ofTraining} values={emptyBatch(training.data)} />;
  if (!copied && !ofTraining) return <AddForm values={emptyBatch(null)} />;
  return (
    <PageContainer title={t('routes.batchAdd')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void (copied ? batch : training).refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

function AddForm({ values, isCopy = false }: { values: BatchInput; isCopy?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const create = useCreateBatch();
  const form = useZodForm(batchForm, values);
  return (
    <FormPage
      form={form}
      title={t('routes.batchAdd')}
      lead={t(isCopy ? 'batches.copy_lead' : 'batches.add_lead')}
      trail={[{ label: t('routes.manageBatches'), to: paths.manageBatches }]}
      sections={batchSections.map((id) => ({ id, label: t(`batches.part.${id}`) }))}
      saveLabel={t('batches.save_draft')}
      onSave={async (body) => {
        const batch = await create.mutateAsync({ body });
        form.reset(form.getValues());
        toast.success(t('batches.added'));
        void navigate(href(paths.manageBatch, { uuid: batch.id }));
      }}
    >
      <BatchFields form={form} />
    </FormPage>
  );
}
