import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form, type FormProps } from './Form';
import { SubmitButton, submitRow } from './SubmitButton';
import { DiscardDialog } from './useLeaveGuard';

interface FormDialogProps<Input extends FieldValues, Output> extends FormProps<Input, Output> {
  title: string;
  /** The consequences of saving. */
  text?: ReactNode;
  saveLabel: string;
  color?: ButtonProps['color'];
  /** Keeps the dialog open after saving, if another step follows. */
  keepOpen?: boolean;
  onClose: () => void;
}

/** A dialog with a short form; it closes after saving. */
export function FormDialog<Input extends FieldValues, Output>({
  title,
  text,
  saveLabel,
  color,
  keepOpen = false,
  form,
  onSave,
  onClose,
  children,
  ...rest
}: FormDialogProps<Input, Output>) {
  const { t } = useTranslation();
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const close = () => {
    if (isSubmitting) return;
    if (isDirty) setAsking(true);
    else onClose();
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <Form
        form={form}
        onSave={async (values) => {
          await onSave(values);
          if (!keepOpen) onClose();
        }}
        {...rest}
        sx={{ display: 'flex', flexDirection: 'column', gap: 0, minHeight: 0 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
          {text && <DialogContentText component="div">{text}</DialogContentText>}
          {children}
        </DialogContent>
        <DialogActions disableSpacing sx={submitRow}>
          <Button color="inherit" onClick={close} disabled={isSubmitting}>
            {t('common.cancel')}
          </Button>
          <SubmitButton control={form.control} size="medium" color={color}>
            {saveLabel}
          </SubmitButton>
        </DialogActions>
      </Form>
      <DiscardDialog
        open={asking}
        onStay={() => setAsking(false)}
        onDiscard={onClose}
        leaveLabel={t('form.discard')}
      />
    </Dialog>
  );
}
