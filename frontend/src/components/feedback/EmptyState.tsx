import InboxIcon from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

const tones = {
  primary: { bgcolor: 'surface.tint', color: 'primary.main' },
  neutral: { bgcolor: 'surface.soft', color: 'text.secondary' },
  error: { bgcolor: 'surface.soft', color: 'error.main' },
};

interface EmptyStateProps {
  icon?: ReactNode;
  /** The icon's colour; green would suggest success. */
  tone?: keyof typeof tones;
  title: string;
  description?: ReactNode;
  /** A button for the next step. */
  action?: ReactNode;
}

/** Explains an empty list and suggests the next step. */
export function EmptyState({
  icon = <InboxIcon />,
  tone = 'primary',
  title,
  description,
  action,
}: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        px: 3,
        py: { xs: 6, md: 9 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 64,
          height: 64,
          borderRadius: '50%',
          ...tones[tone],
          '& svg': { fontSize: 30 },
        }}
      >
        {icon}
      </Box>
      <Typography variant="h5" component="p" sx={{ mt: 2.5 }}>
        {title}
      </Typography>
      {description && (
        <Typography sx={{ mt: 0.75, color: 'text.secondary', maxWidth: 460 }}>
          {description}
        </Typography>
      )}
      {action && <Box sx={{ mt: 3 }}>{action}</Box>}
    </Box>
  );
}
