import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type Entry = readonly [label: string, value: ReactNode];

/** The labelled values of a record; missing entries are omitted. */
export function Details({
  entries,
}: {
  entries: readonly (Entry | false | null | undefined | '')[];
}) {
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
      {entries
        .filter((entry): entry is Entry => Boolean(entry))
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
