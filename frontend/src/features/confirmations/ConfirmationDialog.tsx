import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ConfirmationRow } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { Changes } from './Changes';
import { useDecideConfirmation } from './queries';

export interface Decision {
  row: ConfirmationRow;
  decision: 'confirm' | 'decline';
}

/** Shows the whole change before it is confirmed or declined. */
export function ConfirmationDialog({ row, decision, onClose }: Decision & { onClose: () => void }) {
  const { t } = useTranslation();
  const name = localized(row, 'subject_name', useLocale());
  const { mutate, isPending, error } = useDecideConfirmation(decision);
  return (
    <ConfirmDialog
      open
      title={t(`confirmations.${decision}_title`, { name })}
      confirmLabel={t(`confirmations.${decision}`)}
      color={decision === 'confirm' ? 'primary' : 'error'}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { confirmation_id: row.id } },
          {
            onSuccess: () => {
              toast.success(t(`confirmations.${decision}_done`));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Changes row={row} />
      <Typography component="span" sx={{ display: 'block', mt: 2 }}>
        {t(`confirmations.${decision}_text`)}
      </Typography>
    </ConfirmDialog>
  );
}
