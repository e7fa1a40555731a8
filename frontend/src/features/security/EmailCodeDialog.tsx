import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm } from '@/domain/codes/CodeForm';
import { CodeSentTo } from '@/domain/codes/CodeSentTo';
import { toast } from '@/lib/toast';
import type { NewEmail } from './EmailDialog';
import { useChangeEmail, useRequestEmailChange } from './queries';

interface EmailCodeDialogProps {
  sent: NewEmail;
  onClose: () => void;
}

/** Input for the code sent to the new address. */
export function EmailCodeDialog({ sent, onClose }: EmailCodeDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const change = useChangeEmail();
  const request = useRequestEmailChange();
  const { email, password, resendAt } = sent;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('security.email.code_title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <DialogContentText component="div">
          <CodeSentTo email={email} />
        </DialogContentText>
        <CodeForm
          submitLabel={t('security.email.confirm')}
          resendAt={resendAt}
          onCode={async (code) => {
            await change.mutateAsync({ body: { code } });
            toast.success(t('security.email.changed'));
            onClose();
          }}
          onResend={() => request.mutateAsync({ body: { email, password } })}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </DialogActions>
    </Dialog>
  );
}
