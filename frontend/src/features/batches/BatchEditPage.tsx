import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { ManagedBatch } from '@/api/catalog';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { ConflictDialog } from '@/components/form/ConflictDialog';
import { FormPage } from '@/components/form/FormPage';
import { isStale, useVersionedSaves } from '@/components/form/useVersionedSaves';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { isNotFound, PageError } from '@/lib/fault';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { BatchFields, batchSections } from './BatchFields';
import { BatchFieldValue, batchFields, batchLabels } from './BatchFieldValue';
import { batchForm, batchInput, isMoved } from './batchForm';
import { batchEnrollmentsQuery, batchQuery, useUpdateBatch } from './queries';

/** Edits a batch; shows the affected people before saving. */
export default function BatchEditPage() {
  const { t } = useTranslation();
  const { uuid = '' } = useParams();
  const { data, error, refetch } = useQuery(batchQuery(uuid));
  if (isNotFound(error)) throw new PageError(404, 'errors.resource.not_found');
  if (data) return <EditForm key={data.id} batch={data} />;
  return (
    <PageContainer title={t('routes.batchEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

/** Thrown when the user declines the confirmation; nothing is saved. */
const declined = new Error('declined');

function EditForm({ batch: loaded }: { batch: ManagedBatch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = localized(loaded.training, 'title', useLocale());
  const update = useUpdateBatch();
  // Keep the version that was loaded first: a newer one would hide other users' changes.
  const [batch] = useState(loaded);
  const mayRead = useOpens()('enrollments');
  const people = useQuery({ ...batchEnrollmentsQuery(batch.id), enabled: mayRead });
  const active = people.data?.active ?? batch.seats_taken + batch.waiting;
  const [asking, ask] = useState<((isSure: boolean) => void) | null>(null);
  const form = useZodForm(batchForm, batchInput(batch));
  const client = useQueryClient();
  const newest = { ...batchQuery(batch.id), staleTime: 0 };
  const saves = useVersionedSaves(
    batch,
    () => form.getValues(),
    () => client.fetchQuery(newest),
  );
  const view = href(paths.manageBatch, { uuid: batch.id });
  const isPublished = batch.status === 'published';
  const answer = (isSure: boolean) => {
    asking?.(isSure);
    ask(null);
  };
  return (
    <>
      <FormPage
        form={form}
        title={t('routes.batchEdit')}
        lead={title}
        trail={[
          { label: t('routes.manageBatches'), to: paths.manageBatches },
          { label: batch.code, to: view },
        ]}
        sections={batchSections.map((id) => ({ id, label: t(`batches.part.${id}`) }))}
        // The dialog shows this error with its options.
        onProblem={(error) => error === declined || isStale(error)}
        onSave={async ({ training_id: _, ...body }) => {
          if (
            isPublished &&
            active > 0 &&
            isMoved(batchInput(saves.base()), { training_id: _, ...body })
          ) {
            const isSure = await new Promise<boolean>((resolve) => ask(() => resolve));
            if (!isSure) throw declined;
          }
          await saves.save((version) =>
            update.mutateAsync({ path: { batch_id: batch.id }, body: { ...body, version } }),
          );
          form.reset(form.getValues());
          toast.success(t('common.saved'));
          void navigate(view);
        }}
      >
        {isPublished && active > 0 && (
          <Alert severity="info">{t('batches.concerns', { count: active })}</Alert>
        )}
        <BatchFields form={form} batchId={batch.id} />
      </FormPage>
      {saves.conflict && (
        <ConflictDialog
          title={t('batches.conflict')}
          conflict={saves.conflict}
          form={form}
          fields={batchFields}
          label={(name) => t(`batches.${batchLabels[name]}`)}
          show={(name, values) => <BatchFieldValue name={name} values={values} />}
          valuesOf={batchInput}
          onSettled={saves.settle}
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t('batches.confirm.move.title', { count: active })}
        confirmLabel={t('batches.do.move')}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        {t('batches.confirm.move.text')}
      </ConfirmDialog>
    </>
  );
}
