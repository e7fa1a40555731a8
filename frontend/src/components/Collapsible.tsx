import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A collapsible section; the browser's find-in-page searches its hidden content. */
export function Collapsible({
  title,
  children,
  sx,
}: {
  title: ReactNode;
  children: ReactNode;
  sx?: SxProps<Theme>;
}) {
  return (
    <Box
      component="details"
      sx={{ '&[open] > summary > svg': { transform: 'rotate(180deg)' }, ...sx }}
    >
      <Box
        component="summary"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          px: 2.5,
          py: 1.75,
          fontWeight: 600,
          cursor: 'pointer',
          '&::-webkit-details-marker': { display: 'none' },
          '&:hover': { bgcolor: 'surface.soft' },
        }}
      >
        {title}
        <ExpandIcon sx={{ color: 'text.secondary' }} />
      </Box>
      <Box sx={{ px: 2.5, pb: 2.25 }}>{children}</Box>
    </Box>
  );
}
