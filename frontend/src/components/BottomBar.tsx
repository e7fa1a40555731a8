import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';

// The bar's height without a phone's safe area, which the page's foot reserves.
const HEIGHT = 80;
const room = `calc(${HEIGHT}px + env(safe-area-inset-bottom))`;

/**
 * The main action of a page. It renders in place, or on narrow screens in a fixed bar at the
 * bottom, which never covers the end of the page or the focused element.
 */
export function BottomBar({
  note,
  children,
}: {
  /** Content beside the button, in the fixed bar only. */
  note: ReactNode;
  children: ReactNode;
}) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  if (!narrow) return children;
  return (
    <>
      <GlobalStyles
        styles={{ body: { paddingBottom: room }, html: { scrollPaddingBottom: room } }}
      />
      <Box
        sx={{
          position: 'fixed',
          insetInline: 0,
          bottom: 0,
          zIndex: 'appBar',
          minHeight: HEIGHT,
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          px: { xs: 2, sm: 3 },
          pt: 1.5,
          pb: 'calc(12px + env(safe-area-inset-bottom))',
          bgcolor: 'background.paper',
          borderTop: 1,
          borderColor: 'divider',
          '& .MuiButton-root': { m: 0, width: 'auto', minWidth: 140 },
        }}
      >
        <Box sx={{ minWidth: 0 }}>{note}</Box>
        {children}
      </Box>
    </>
  );
}
