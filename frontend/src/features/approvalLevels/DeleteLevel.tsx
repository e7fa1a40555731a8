import { useTranslation } from 'react-i18next';
import { deleteApprovalLevel, type LevelRead } from '@/api/approvals';
import { DeletionDialog } from '@/components/feedback/DeletionDialog';
import { localized, useLocale } from '@/i18n';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';

/** Confirms the deletion of a level; requests that still need it prevent this. */
export function DeleteLevel({ level, onClose }: { level: LevelRead; onClose: () => void }) {
  const { t } = useTranslation();
  const name = localized(level, 'name', useLocale());
  const remove = useUndoableDeletion('approval levels');
  const send = () => deleteApprovalLevel({ path: { level_id: level.id }, keepalive: true });
  return (
    <DeletionDialog
      name={name}
      uses={level.pending > 0 ? [t('approval_levels.waiting', { count: level.pending })] : []}
      instead={t('approval_levels.delete_instead')}
      error={null}
      onDelete={() => remove({ id: level.id, name, send })}
      onClose={onClose}
    />
  );
}
