import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog';

interface DeletionDialogProps {
  name: string;
  /** The uses of the record, such as `14 trainings`; undefined while loading. */
  uses: readonly string[] | undefined;
  /** The alternative to deletion if the record is in use. */
  instead: string;
  /** The error of loading the uses. */
  error: unknown;
  onDelete: () => void;
  onClose: () => void;
}

/**
 * Confirms the deletion of a record, or shows why it cannot be deleted. The deletion can be undone
 * for a while.
 */
export function DeletionDialog({
  name,
  uses,
  instead,
  error,
  onDelete,
  onClose,
}: DeletionDialogProps) {
  const { t } = useTranslation();
  const used = uses?.join(t('table.list_separator'));
  return (
    <ConfirmDialog
      open
      title={t('deletion.title', { name })}
      confirmLabel={t('common.delete')}
      color="error"
      disabled={used !== ''}
      error={error}
      onConfirm={() => {
        onDelete();
        onClose();
      }}
      onClose={onClose}
    >
      {used && `${t('deletion.used', { uses: used })} ${instead}`}
      {used === '' && t('deletion.unused')}
      {uses === undefined && !error && t('common.loading')}
    </ConfirmDialog>
  );
}
