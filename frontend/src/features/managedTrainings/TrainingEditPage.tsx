import Skeleton from '@mui/material/Skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { TrainingRead } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { ConflictDialog } from '@/components/form/ConflictDialog';
import { FormPage } from '@/components/form/FormPage';
import { useAutosave } from '@/components/form/useAutosave';
import { isStale, useVersionedSaves } from '@/components/form/useVersionedSaves';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isNotFound, PageError } from '@/lib/fault';
import { useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { FieldValue } from './FieldValue';
import { managedTrainingQuery, useEditTraining } from './queries';
import { TrainingAttachments } from './TrainingAttachments';
import { TrainingFields, useTrainingSections } from './TrainingFields';
import { TrainingPicture } from './TrainingPicture';
import {
  MISSING_FIELDS,
  showIncomplete,
  showMissingFields,
  type TrainingInput,
  type TrainingOutput,
  toFormValues,
  toRequestBody,
  trainingFields,
  trainingSchema,
} from './trainingForm';

/** Edits a training. */
export default function TrainingEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(managedTrainingQuery(id));
  if (isNotFound(error)) throw new PageError(404, 'offers.not_found');
  if (data) return <TrainingForm key={data.id} training={data} />;
  return (
    <PageContainer title={t('routes.trainingEdit')} width="lg">
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={640} sx={{ borderRadius: 4, maxWidth: 720 }} />
      )}
    </PageContainer>
  );
}

/** Autosaves a draft; a published training is saved explicitly. */
function TrainingForm({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useZodForm(trainingSchema, toFormValues(training));
  useDraft(`training ${training.id}`, form);
  const client = useQueryClient();
  const edit = useEditTraining();
  const newest = { ...managedTrainingQuery(training.id), staleTime: 0 };
  const saves = useVersionedSaves(
    training,
    () => form.getValues(),
    () => client.fetchQuery(newest),
  );
  const { conflict, follow } = saves;
  const save = (values: TrainingOutput) =>
    saves.save((version) =>
      edit.mutateAsync({
        path: { training_id: training.id },
        body: { ...toRequestBody(values), version },
      }),
    );
  const savedAt = useAutosave(
    form,
    (values) => trainingSchema.safeParse(values).data ?? null,
    save,
    training.status === 'draft' && !conflict,
  );
  useMissingFields(form);
  const view = href(paths.trainingView, { id: training.id });
  return (
    <FormPage
      form={form}
      title={t('routes.trainingEdit')}
      lead={t(`offers.edit_lead.${training.status}`)}
      trail={[
        { label: t('routes.manageTrainings'), to: paths.manageTrainings },
        { label: localized(training, 'title', useLocale()), to: view },
      ]}
      sections={useTrainingSections(['picture', 'attachments'])}
      note={
        savedAt && (
          <Trans
            i18nKey="offers.saved_at"
            components={{ time: <DateText value={savedAt.toISOString()} style="time" /> }}
          />
        )
      }
      onSave={async (values) => {
        await save(values);
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(view);
      }}
      // The dialog shows this error with its options.
      onProblem={(error) => isStale(error) || showIncomplete(form, error)}
    >
      <TrainingFields control={form.control} />
      <TrainingPicture training={training} onChanged={follow} />
      <TrainingAttachments training={training} onChanged={follow} />
      {conflict && (
        <ConflictDialog
          title={t('offers.conflict')}
          conflict={conflict}
          form={form}
          fields={trainingFields}
          label={(name) => t(`offers.fields.${name}`)}
          show={(name, values) => <FieldValue name={name} values={values} />}
          valuesOf={toFormValues}
          onSettled={saves.settle}
        />
      )}
    </FormPage>
  );
}

/** Marks the missing fields after a refused publication. */
function useMissingFields(form: UseFormReturn<TrainingInput, unknown, TrainingOutput>) {
  const [params] = useSearchParams();
  const lacking = params.get(MISSING_FIELDS);
  useEffect(() => {
    if (lacking) showMissingFields(form, lacking.split(','));
  }, [form, lacking]);
}
