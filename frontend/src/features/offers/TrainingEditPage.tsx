import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { TrainingRead } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormPage } from '@/components/form/FormPage';
import { PageContainer } from '@/components/PageContainer';
import { localized, useLocale } from '@/i18n';
import { isUnknown, PageError } from '@/lib/fault';
import { useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { managedTrainingQuery, useEditTraining } from './queries';
import { TrainingFields, useTrainingSections } from './TrainingFields';
import { bodyOf, trainingSchema, valuesOf } from './trainingForm';

/** Changes a training, by those whom its organization lets change it. */
export default function TrainingEditPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(managedTrainingQuery(id));
  if (isUnknown(error)) throw new PageError(404, 'offers.not_found');
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

function TrainingForm({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edit = useEditTraining();
  const form = useZodForm(trainingSchema, valuesOf(training));
  useDraft(`training ${training.id}`, form);
  const view = href(paths.trainingView, { id: training.id });
  return (
    <FormPage
      form={form}
      title={t('routes.trainingEdit')}
      trail={[
        { label: t('routes.manageTrainings'), to: paths.manageTrainings },
        { label: localized(training, 'title', useLocale()), to: view },
      ]}
      sections={useTrainingSections()}
      onSave={async (values) => {
        const body = { ...bodyOf(values), version: training.version };
        await edit.mutateAsync({ path: { training_id: training.id }, body });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(view);
      }}
    >
      <TrainingFields control={form.control} />
    </FormPage>
  );
}
