import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { accentBorder } from './accentBorder';

/** Text that a user wrote, with its line breaks. */
export function Quote({ color, children }: { color?: string; children: ReactNode }) {
  return (
    <Typography
      component="blockquote"
      variant="body2"
      dir="auto"
      sx={{
        ...accentBorder(color),
        m: 0,
        whiteSpace: 'pre-line',
        unicodeBidi: 'plaintext',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Typography>
  );
}
