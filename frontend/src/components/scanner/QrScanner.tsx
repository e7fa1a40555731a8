import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCamera } from './useCamera';
import { useFrames } from './useFrames';

interface QrScannerProps {
  /** Called once for each code while it stays in view. */
  onRead: (text: string) => void;
  /** Instruction for the camera. */
  hint?: string;
}

/** The corner marks of the scan area. */
function Frame() {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        m: 'auto',
        height: '64%',
        aspectRatio: '1',
        borderRadius: 3,
        border: '3px solid rgb(255 255 255 / 0.9)',
        boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.35)',
      }}
    />
  );
}

/**
 * Scans QR codes with the camera. It explains the purpose before the permission prompt, and the
 * alternative without a camera. Pictures stay in the browser.
 */
export function QrScanner({ onRead, hint }: QrScannerProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const stopButton = useRef<HTMLButtonElement>(null);
  const [count, setCount] = useState(0);
  const { state, cameras, current, light, start, stop, switchLight } = useCamera(video);
  const isOn = state === 'on';
  useFrames(video, isOn, (text) => {
    setCount((before) => before + 1);
    onRead(text);
  });
  // The button that had the focus is unmounted.
  useEffect(() => {
    if (isOn && document.activeElement === document.body) stopButton.current?.focus();
  }, [isOn]);
  const problem = state === 'refused' || state === 'missing' || state === 'busy' ? state : null;

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          position: 'relative',
          overflow: 'hidden',
          borderRadius: 4,
          aspectRatio: { xs: '1', sm: '4 / 3' },
          width: '100%',
          maxHeight: '70vh',
          bgcolor: 'common.black',
          display: isOn ? 'block' : 'none',
        }}
      >
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('scanner.picture')}
          style={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
        <Frame />
      </Box>
      {!isOn && (
        <Box
          sx={{
            display: 'grid',
            justifyItems: 'center',
            gap: 1.5,
            px: 3,
            py: { xs: 4, md: 6 },
            textAlign: 'center',
            borderRadius: 4,
            bgcolor: 'surface.soft',
          }}
        >
          <CameraIcon aria-hidden sx={{ fontSize: 40, color: 'primary.main' }} />
          <Typography sx={{ maxWidth: 440 }}>{t('scanner.before')}</Typography>
          {problem && (
            <Alert severity="warning" sx={{ textAlign: 'start' }}>
              {t(`scanner.${problem}`)}
            </Alert>
          )}
          <Button
            variant="contained"
            startIcon={<CameraIcon />}
            loading={state === 'asking'}
            onClick={() => void start()}
          >
            {problem ? t('scanner.again') : t('scanner.start')}
          </Button>
        </Box>
      )}
      {isOn && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          {cameras.length > 1 && (
            <TextField
              select
              size="small"
              label={t('scanner.camera')}
              value={current ?? ''}
              onChange={({ target }) => void start(target.value)}
              sx={{ minWidth: 180, flex: { xs: '1 1 180px', sm: '0 1 260px' } }}
            >
              {cameras.map(({ id, label }, index) => (
                <MenuItem key={id} value={id}>
                  {label || t('scanner.camera_number', { number: index + 1 })}
                </MenuItem>
              ))}
            </TextField>
          )}
          {light !== null && (
            <FormControlLabel
              label={t('scanner.light')}
              control={
                <Switch checked={light} onChange={(_, checked) => void switchLight(checked)} />
              }
            />
          )}
          <Button
            ref={stopButton}
            variant="outlined"
            color="inherit"
            startIcon={<StopIcon />}
            onClick={stop}
            sx={{ marginInlineStart: 'auto' }}
          >
            {t('scanner.stop')}
          </Button>
        </Box>
      )}
      {/* Always rendered, so that screen readers announce changes of its content. */}
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {isOn && (count > 0 ? t('scanner.read', { count }) : (hint ?? t('scanner.aim')))}
      </Typography>
    </Box>
  );
}
