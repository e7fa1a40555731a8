import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FiltersDialogProps {
  open: boolean;
  onClose: () => void;
  /** The result count of the current filters; undefined while loading. */
  what: string | undefined;
  children: ReactNode;
}

/** The filters of a catalogue on a phone. */
export default function FiltersDialog({ open, onClose, what, children }: FiltersDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('catalogue.filters')}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {what ? t('catalogue.show', { what }) : t('catalogue.show_results')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
