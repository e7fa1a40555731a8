import QrIcon from '@mui/icons-material/QrCode2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionRead } from '@/api/catalog';
import { attendanceCode } from '@/domain/attendanceCode';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

const PIXELS = 260;

/** The QR code that the trainer scans in a session; it needs no network. */
export function OwnCode({ enrollmentId, session }: { enrollmentId: string; session: SessionRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [code, setCode] = useState('');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    void attendanceCode(session.id, enrollmentId).then(setCode);
  }, [session.id, enrollmentId]);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<QrIcon />}
        disabled={code === ''}
        onClick={() => setOpen(true)}
        sx={{ mt: 1.5 }}
      >
        {t('my_batches.attendance.qr.action')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} fullWidth maxWidth="xs">
        <DialogTitle>{t('my_batches.attendance.qr.title')}</DialogTitle>
        <DialogContent sx={{ textAlign: 'center' }}>
          {/* White margin in dark mode too, because scanners need the contrast. */}
          <Box sx={{ display: 'inline-block', p: 2, bgcolor: 'common.white', borderRadius: 3 }}>
            <QRCodeSVG
              value={code}
              size={PIXELS}
              level="M"
              title={t('my_batches.attendance.qr.title')}
              style={{ width: '100%', height: 'auto', display: 'block' }}
            />
          </Box>
          <Typography sx={{ mt: 2 }}>
            {formatDate(session.starts_at, locale, 'datetime')}
          </Typography>
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('my_batches.attendance.qr.hint')}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{t('common.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
