import ScanIcon from '@mui/icons-material/QrCodeScannerOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScanProps } from './ScanDialog';

const ScanDialog = lazy(() => import('./ScanDialog'));

/** Opens the scanner, which marks people as present by their QR code. */
export function ScanButton(props: Omit<ScanProps, 'onClose'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<ScanIcon />} onClick={() => setOpen(true)}>
        {t('attendance.scan.action')}
      </Button>
      {open && (
        <Suspense>
          <ScanDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
