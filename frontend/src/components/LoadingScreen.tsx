import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { type Loading, loadingTimes } from '@/lib/loadingIndicator';
import { LogoMark } from './Logo';

const approach = keyframes`from { transform: scaleX(0) } to { transform: scaleX(0.9) }`;

/** The full-screen overlay with the moving logo while a page loads. */
export function LoadingScreen({ visible, phase }: Loading) {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      aria-live="polite"
      aria-hidden={!visible}
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: (theme) => theme.zIndex.modal + 100,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 3,
        bgcolor: 'background.default',
        opacity: visible ? 1 : 0,
        visibility: visible ? 'visible' : 'hidden',
        transition: 'opacity 200ms, visibility 200ms',
      }}
    >
      {phase !== 'idle' && (
        <>
          <LogoMark size={72} animated />
          <Box
            sx={{ width: 160, height: 3, borderRadius: 1, bgcolor: 'divider', overflow: 'hidden' }}
          >
            <Box
              sx={{
                height: 1,
                bgcolor: 'primary.main',
                transformOrigin: 'left',
                ...(phase === 'running'
                  ? { animation: `${approach} ${loadingTimes.estimated}ms ease-out forwards` }
                  : { transform: 'scaleX(1)', transition: 'transform 200ms' }),
              }}
            />
          </Box>
          {visible && <Box sx={visuallyHidden}>{t('common.loading')}</Box>}
        </>
      )}
    </Box>
  );
}

const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  clip: 'rect(0 0 0 0)',
  overflow: 'hidden',
};
