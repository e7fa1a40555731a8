import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  /** What links on the page lead to. */
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A titled part of the own account. */
export function Panel({ id, title, lead, children }: PanelProps) {
  const titleId = useId();
  return (
    <Card component="section" id={id} aria-labelledby={titleId} sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Typography id={titleId} variant="h4" component="h2">
        {title}
      </Typography>
      {lead && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {lead}
        </Typography>
      )}
      <Box sx={{ mt: 3 }}>{children}</Box>
    </Card>
  );
}

/** Two fields beside each other where there is room. */
export const fieldGrid = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const;
