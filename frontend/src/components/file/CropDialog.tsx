import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { cropPicture } from '@/lib/cropPicture';

interface CropDialogProps {
  file: File;
  round: boolean;
  /** Width by height. */
  aspect: number;
  onCrop: (file: File) => void;
  onUnreadable: () => void;
  onClose: () => void;
}

// Twice the largest size at which a picture is shown, for dense screens.
const maxWidth = (aspect: number) => (aspect === 1 ? 800 : 1280);

/** Crops an image; arrow keys and a slider replace the mouse. */
export default function CropDialog({
  file,
  round,
  aspect,
  onCrop,
  onUnreadable,
  onClose,
}: CropDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [url, setUrl] = useState('');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [working, setWorking] = useState(false);

  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);

  const apply = async () => {
    if (!area) return;
    setWorking(true);
    try {
      onCrop(await cropPicture(file, area, maxWidth(aspect)));
    } catch {
      onUnreadable();
    }
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('image.crop_title')}</DialogTitle>
      <DialogContent>
        <Box
          dir="ltr"
          sx={{
            position: 'relative',
            height: { xs: 300, sm: 380 },
            borderRadius: 1.5,
            overflow: 'hidden',
            bgcolor: 'common.black',
          }}
        >
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              aspect={aspect}
              cropShape={round ? 'round' : 'rect'}
              showGrid={false}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              mediaProps={{ onError: onUnreadable }}
            />
          )}
        </Box>
        <Slider
          value={zoom}
          min={1}
          max={4}
          step={0.05}
          aria-label={t('image.zoom')}
          onChange={(_, value) => setZoom(value as number)}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void apply()} loading={working} disabled={!area}>
          {t('image.use')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
