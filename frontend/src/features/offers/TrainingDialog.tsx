import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { useArchiveTraining, usePublishTraining } from './queries';

/** What changes whether the public sees a training. */
export type TrainingQuestion = 'publish' | 'archive';

interface TrainingDialogProps {
  training: TrainingRead;
  question: TrainingQuestion;
  onClose: () => void;
}

/** Asks with the consequence before it is done. */
export function TrainingDialog({ training, question, onClose }: TrainingDialogProps) {
  const { t } = useTranslation();
  const title = localized(training, 'title', useLocale());
  const changes = { publish: usePublishTraining(), archive: useArchiveTraining() };
  const { mutate, isPending, error } = changes[question];
  return (
    <ConfirmDialog
      open
      title={t(`offers.confirm.${question}.title`, { title })}
      confirmLabel={t(`offers.do.${question}`)}
      color={question === 'archive' ? 'error' : 'primary'}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { training_id: training.id } },
          {
            onSuccess: () => {
              toast.success(t(`offers.done.${question}`));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t(`offers.confirm.${question}.text`)}
    </ConfirmDialog>
  );
}
