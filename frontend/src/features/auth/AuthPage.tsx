import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePageTitle } from '@/lib/usePageTitle';

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  /** Links below the form. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The layout of auth pages: title, text, form and alternatives. */
export function AuthPage({ title, lead, footer, children }: AuthPageProps) {
  usePageTitle(title);
  return (
    <>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      {lead && <Typography sx={{ mt: 1, color: 'text.secondary' }}>{lead}</Typography>}
      <Box sx={{ mt: 4 }}>{children}</Box>
      {footer && (
        <Box sx={{ mt: 4, display: 'grid', gap: 1, color: 'text.secondary' }}>{footer}</Box>
      )}
    </>
  );
}
