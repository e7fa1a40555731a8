import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';

interface ChoiceProps {
  value: string;
  chosen: boolean;
  Icon: ComponentType<SvgIconProps>;
  title: string;
  hint: string;
}

/** A radio button as a clickable card with a description. */
export function ChoiceCard({ value, chosen, Icon, title, hint }: ChoiceProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr auto',
        gap: 1.25,
        alignItems: 'start',
        p: 1.75,
        cursor: 'pointer',
        border: 1,
        borderRadius: 1.5,
        borderColor: chosen ? 'primary.main' : 'divider',
        bgcolor: chosen ? 'surface.tint' : 'transparent',
        boxShadow: chosen ? '0 0 0 1px var(--mui-palette-primary-main)' : 'none',
      }}
    >
      <Icon sx={{ color: chosen ? 'primary.main' : 'text.secondary', mt: 0.25 }} />
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      </Box>
      <Radio value={value} size="small" sx={{ p: 0.25 }} />
    </Box>
  );
}
