import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerClientIssued } from '@/api/identity';
import { CopyText } from '@/components/record/CopyText';

interface SecretDialogProps {
  issued: PartnerClientIssued;
  onClose: () => void;
}

/** The secret, this once; only its own button closes it. */
export function SecretDialog({ issued, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('partners.secret_title', { name: issued.name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="warning">{t('partners.secret_once')}</Alert>
        <Value label={t('partners.client_id')} text={issued.id} />
        <Value label={t('partners.secret')} text={issued.client_secret} />
        <div>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('partners.example')}
          </Typography>
          <Box
            component="pre"
            dir="ltr"
            tabIndex={0}
            aria-label={t('partners.example')}
            sx={{
              m: 0,
              mt: 1,
              p: 2,
              borderRadius: 1,
              bgcolor: 'surface.soft',
              overflowX: 'auto',
              fontSize: 13,
              textAlign: 'left',
            }}
          >
            {exampleOf(issued)}
          </Box>
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('partners.secret_stored')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ overflowX: 'auto', fontFamily: 'monospace', py: 0.5 }}>
        <CopyText text={text} />
      </Box>
    </div>
  );
}

const exampleOf = ({ id, client_secret }: PartnerClientIssued) =>
  [
    `curl -u ${id}:${client_secret} \\`,
    '  -d grant_type=client_credentials \\',
    `  ${window.location.origin}/api/v1/auth/token`,
  ].join('\n');
