import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface TitledCardProps {
  /** The anchor for links within the page. */
  id?: string;
  title: string;
  lead?: string;
  /** The action beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A card with a heading; the content sets its own top margin. */
export function TitledCard({ id, title, lead, action, children }: TitledCardProps) {
  const titleId = useId();
  return (
    <Card component="section" id={id} aria-labelledby={titleId} sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={titleId} variant="h4" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {lead && (
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {lead}
        </Typography>
      )}
      {children}
    </Card>
  );
}
