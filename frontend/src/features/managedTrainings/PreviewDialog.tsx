import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { TrainingLine } from '@/domain/training/TrainingLine';
import { TrainingView } from '@/domain/training/TrainingView';
import { localized, useLocale } from '@/i18n';

/** A preview of the public page, in the current language. */
export function PreviewDialog({
  training,
  onClose,
}: {
  training: TrainingRead;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('offers.preview')}</DialogTitle>
      <DialogContent dividers>
        <Typography variant="h2" component="p">
          {localized(training, 'title', useLocale())}
        </Typography>
        <Box
          sx={{
            mt: 0.75,
            mb: 4,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.25,
            color: 'text.secondary',
          }}
        >
          <TrainingLine training={training} />
        </Box>
        <TrainingView training={training} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
