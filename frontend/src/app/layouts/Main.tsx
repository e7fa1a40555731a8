import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Failures } from '@/components/feedback/Failures';
import { MAIN_ID } from '@/components/SkipLink';

/** The main landmark, the target of the skip link. */
export function Main({ children, sx }: { children: ReactNode; sx?: SxProps }) {
  return (
    <Box
      component="main"
      id={MAIN_ID}
      tabIndex={-1}
      sx={{ outline: 'none', flex: 1, minWidth: 0, ...(sx as object) }}
    >
      <Failures />
      {children}
    </Box>
  );
}
