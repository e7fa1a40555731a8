import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormPage } from '@/components/form/FormPage';
import { useDraft, useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useAddTraining } from './queries';
import { TrainingFields, useTrainingSections } from './TrainingFields';
import {
  emptyTraining,
  type TrainingInput,
  type TrainingOutput,
  toRequestBody,
  trainingSchema,
} from './trainingForm';

/** Adds a training as a draft, visible only to its organization. */
export default function TrainingAddPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const add = useAddTraining();
  const form = useZodForm<TrainingInput, TrainingOutput>(trainingSchema, emptyTraining);
  useDraft('training', form);
  return (
    <FormPage
      form={form}
      title={t('routes.trainingAdd')}
      lead={t('offers.add_lead')}
      trail={[{ label: t('routes.manageTrainings'), to: paths.manageTrainings }]}
      sections={useTrainingSections()}
      saveLabel={t('offers.save_draft')}
      onSave={async (values) => {
        const training = await add.mutateAsync({ body: toRequestBody(values) });
        form.reset(form.getValues());
        toast.success(t('offers.added'));
        void navigate(href(paths.trainingEdit, { id: training.id }));
      }}
    >
      <TrainingFields control={form.control} />
    </FormPage>
  );
}
