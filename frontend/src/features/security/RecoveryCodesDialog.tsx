import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { useBrand } from '@/i18n';
import { download } from '@/lib/download';
import { useCopy } from '@/lib/useCopy';

interface RecoveryCodesDialogProps {
  codes: string[];
  username: string;
  onClose: () => void;
}

// Only the dialog is printed; it is a sibling of the app in the document.
const onlyThis = (
  <GlobalStyles
    styles={{ '@media print': { 'body > :not(.MuiDialog-root)': { display: 'none' } } }}
  />
);

/** Shows new recovery codes once; it closes when the user confirms having saved them. */
export function RecoveryCodesDialog({ codes, username, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const brand = useBrand();
  const text = `${t('security.codes.file', { username, brand })}\n\n${codes.join('\n')}\n`;
  const copy = useCopy(t('security.codes.copied'));
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      {onlyThis}
      <DialogTitle id={titleId}>{t('security.codes.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <DialogContentText>{t('security.codes.text')}</DialogContentText>
        <Box
          component="ol"
          dir="ltr"
          aria-label={t('security.codes.list')}
          sx={{
            m: 0,
            p: 2.5,
            borderRadius: 2,
            bgcolor: 'surface.soft',
            display: 'grid',
            gap: 1,
            gridTemplateColumns: { sm: '1fr 1fr' },
            justifyItems: 'center',
            listStyle: 'none',
            fontFamily: 'monospace',
            fontSize: '1rem',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
          <Button
            variant="outlined"
            onClick={() => download('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            {t('security.codes.download')}
          </Button>
          <Button variant="outlined" onClick={() => window.print()}>
            {t('security.codes.print')}
          </Button>
          {/* Browsers allow clipboard writes only in secure contexts. */}
          {navigator.clipboard && (
            <FailureBeside of={copy} text={t('copy.failed')}>
              <Button variant="outlined" onClick={() => copy.mutate(text)}>
                {t('security.codes.copy')}
              </Button>
            </FailureBeside>
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ displayPrint: 'none' }}>
        <Button variant="contained" onClick={onClose}>
          {t('security.codes.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
