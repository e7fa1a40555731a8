import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ComponentType, ReactNode } from 'react';

/** A labelled detail with an icon. */
export function IconDetail({
  Icon,
  label,
  children,
}: {
  Icon: ComponentType<{ sx?: object }>;
  label: string;
  children: ReactNode;
}) {
  return (
    <Box sx={{ position: 'relative', paddingInlineStart: 4 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        <Icon sx={{ position: 'absolute', insetInlineStart: 0, fontSize: 20, mt: 0.25 }} />
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </Box>
  );
}
