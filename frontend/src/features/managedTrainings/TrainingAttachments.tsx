import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { AttachmentsCard } from '@/domain/AttachmentsCard';
import { useAddAttachment, useRemoveAttachment } from './queries';

/** The training's files. */
export function TrainingAttachments({
  training,
  onChanged,
}: {
  training: TrainingRead;
  onChanged: (training: TrainingRead) => void;
}) {
  const { t } = useTranslation();
  const add = useAddAttachment();
  const remove = useRemoveAttachment();
  const path = { training_id: training.id };
  return (
    <AttachmentsCard
      title={t('offers.parts.attachments')}
      lead={t('offers.attachments_lead')}
      attachments={training.attachments}
      onAdd={async (body) => onChanged(await add.mutateAsync({ path, body }))}
      onRemove={async (attachment_id) =>
        onChanged(await remove.mutateAsync({ path: { ...path, attachment_id } }))
      }
    />
  );
}
