import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A card text clamped to three lines; the card links to the full text. */
export function Clamped({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="body2"
      sx={{
        mt: 1.5,
        mb: 2,
        display: '-webkit-box',
        WebkitLineClamp: 3,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
      }}
    >
      {children}
    </Typography>
  );
}
