import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog';

interface DeletionDialogProps {
  name: string;
  /** What uses it, as `14 trainings`; undefined until that is known. */
  uses: readonly string[] | undefined;
  /** What to do where something uses it. */
  instead: string;
  /** Why the uses are not known. */
  error: unknown;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before a record is deleted, and says what keeps it; what is decided can be undone for a while. */
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
