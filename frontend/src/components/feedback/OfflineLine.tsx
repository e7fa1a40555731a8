import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shows a line below the page while the browser is offline. */
export function OfflineLine() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // Always rendered, so that screen readers announce changes of its content.
    <Box
      role="status"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'snackbar',
        textAlign: 'center',
        typography: 'body2',
        bgcolor: 'surface.ink',
        color: 'surface.onInk',
        ...(!isOnline && { px: 2, py: 1 }),
      }}
    >
      {!isOnline && t('error.offline.line')}
    </Box>
  );
}
