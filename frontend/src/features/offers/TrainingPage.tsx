import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { TrainingRead } from '@/api/catalog';
import type { Action } from '@/components/ActionMenu';
import { Can } from '@/components/Can';
import { LinkButton } from '@/components/RouterLinks';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { href, paths } from '@/routes/paths';
import { managedTrainings } from './lists';
import { managedTrainingQuery } from './queries';
import { TrainingBatches } from './TrainingBatches';
import { TrainingDetails } from './TrainingDetails';
import { TrainingDialog, type TrainingQuestion } from './TrainingDialog';

const questions: Record<TrainingRead['status'], TrainingQuestion> = {
  draft: 'publish',
  published: 'archive',
  archived: 'publish',
};

/** One training for those who run it: what is taught, its batches, and who has changed it. */
export default function TrainingPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useOpens();
  const changes = useChangesTab();
  const { id = '' } = useParams();
  const [question, ask] = useState<TrainingQuestion | null>(null);
  const actions = ({ status }: TrainingRead): Action[] => {
    const next = questions[status];
    return opens('trainingEdit')
      ? [{ label: t(`offers.do.${next}`), onSelect: () => ask(next) }]
      : [];
  };
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
      aside={(training) => <TrainingBatches training={training} />}
    >
      {(training) => (
        <>
          <TrainingDetails training={training} />
          {question && (
            <TrainingDialog training={training} question={question} onClose={() => ask(null)} />
          )}
        </>
      )}
    </RecordPage>
  );
}
