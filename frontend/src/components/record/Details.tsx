import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

type Fact = readonly [label: string, value: ReactNode];

/** Names and values of one thing; entries that are not facts are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null | undefined | '')[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 3,
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(200px, 1fr))' },
      }}
    >
      {facts
        .filter((fact): fact is Fact => Boolean(fact))
        .map(([label, value]) => (
          <div key={label}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </div>
        ))}
    </Box>
  );
}
