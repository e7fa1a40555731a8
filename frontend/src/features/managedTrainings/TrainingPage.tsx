import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { TrainingRead } from '@/api/catalog';
import type { Action } from '@/components/ActionMenu';
import { Can } from '@/components/Can';
import { ActionError } from '@/components/feedback/ActionError';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { managedTrainings } from './lists';
import { PreviewDialog } from './PreviewDialog';
import { managedTrainingQuery, useCopyTraining } from './queries';
import { TrainingBatches } from './TrainingBatches';
import { TrainingDetails } from './TrainingDetails';
import { TrainingDialog, type TrainingQuestion } from './TrainingDialog';
import { TrainingRatings } from './TrainingRatings';

const questions: Record<TrainingRead['status'], TrainingQuestion[]> = {
  draft: ['publish', 'archive'],
  published: ['archive'],
  archived: ['publish'],
};

/** The management page of a training: content, batches and changes. */
export default function TrainingPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const changes = useChangesTab();
  const { id = '' } = useParams();
  const [question, ask] = useState<TrainingQuestion | null>(null);
  const [previewing, setPreviewing] = useState(false);
  const { copy, error } = useCopy();
  const actions = (training: TrainingRead): Action[] => [
    { label: t('offers.preview'), onSelect: () => setPreviewing(true) },
    ...(opens('trainingEdit') ? questions[training.status] : []).map((next) => ({
      label: t(`offers.do.${next}`),
      onSelect: () => ask(next),
    })),
    ...(opens('trainingAdd')
      ? [{ label: t('offers.do.copy'), onSelect: () => copy(training) }]
      : []),
  ];
  return (
    <RecordPage
      list={managedTrainings}
      listTitle={t('routes.manageTrainings')}
      id={id}
      query={useQuery(managedTrainingQuery(id))}
      notFound="offers.not_found"
      title={(training) => localized(training, 'title', locale) || t('routes.trainingView')}
      status={({ status }) => <StatusChip noun="training" status={status} size="medium" />}
      code={({ code }) => code}
      action={() => (
        <Can route="trainingEdit">
          <LinkButton variant="contained" to={href(paths.trainingEdit, { id })}>
            {t('common.edit')}
          </LinkButton>
        </Can>
      )}
      actions={actions}
      tabs={(training) => changes([training.id])}
      aside={(training) => (
        <>
          <TrainingBatches training={training} />
          <TrainingRatings trainingId={training.id} />
        </>
      )}
    >
      {(training) => (
        <>
          <ActionError error={error} onRetry={() => copy(training)} />
          <TrainingDetails training={training} />
          {previewing && <PreviewDialog training={training} onClose={() => setPreviewing(false)} />}
          {question && (
            <TrainingDialog training={training} question={question} onClose={() => ask(null)} />
          )}
        </>
      )}
    </RecordPage>
  );
}

/** Copies a training to a draft and opens it. */
function useCopy() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, error } = useCopyTraining();
  const copy = ({ id }: TrainingRead) =>
    mutate(
      { path: { training_id: id } },
      {
        onSuccess: (copied) => {
          toast.success(t('offers.copied'));
          void navigate(href(paths.trainingEdit, { id: copied.id }));
        },
      },
    );
  return { copy, error };
}
