import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '@/components/record/CopyText';

interface SecretDialogProps {
  title: string;
  warning: string;
  /** The credentials, each with its label. */
  values: readonly (readonly [label: string, text: string])[];
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a secret once; only its own button closes the dialog. */
export function SecretDialog({ title, warning, values, children, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="warning">{warning}</Alert>
        {values.map(([label, text]) => (
          <div key={label}>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Box sx={{ overflowX: 'auto', fontFamily: 'monospace', py: 0.5 }}>
              <CopyText text={text} />
            </Box>
          </div>
        ))}
        {children}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('partners.secret_stored')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
