import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface BandProps {
  title: string;
  lead?: string;
  /** A link beside the title. */
  action?: ReactNode;
  soft?: boolean;
  children: ReactNode;
}

/** A band of the home page with its heading. */
export function Band({ title, lead, action, soft = false, children }: BandProps) {
  return (
    <Box
      component="section"
      sx={{ py: { xs: 7, md: 11 }, bgcolor: soft ? 'surface.soft' : undefined }}
    >
      <Container>
        <Box
          sx={{
            display: 'flex',
            gap: 2,
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            alignItems: 'flex-end',
            mb: { xs: 3.5, md: 5 },
          }}
        >
          <Box sx={{ maxWidth: 640 }}>
            <Typography variant="h2">{title}</Typography>
            {lead && (
              <Typography variant="subtitle1" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
                {lead}
              </Typography>
            )}
          </Box>
          {action}
        </Box>
        {children}
      </Container>
    </Box>
  );
}
