import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionError } from './ActionError';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The consequences of the action. */
  children?: ReactNode;
  confirmLabel: string;
  /** Replaces "Cancel" where it would be ambiguous. */
  closeLabel?: string;
  color?: ButtonProps['color'];
  pending?: boolean;
  /** Why the action is not possible now; disables the button. */
  disabled?: boolean;
  /** The last error; the dialog stays open. */
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that is hard to undo. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  closeLabel,
  color = 'primary',
  pending = false,
  disabled = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={pending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText component="div">{children}</DialogContentText>
        <ActionError error={error} onRetry={onConfirm} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={pending}>
          {closeLabel ?? t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          color={color}
          onClick={onConfirm}
          loading={pending}
          disabled={disabled}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
