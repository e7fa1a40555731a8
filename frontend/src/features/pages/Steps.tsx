import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Step } from '@/api/catalog';
import { localized, useLocale } from '@/i18n';

/** A numbered list of steps. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const locale = useLocale();
  return (
    <Box
      component="ol"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { sm: '1fr 1fr' },
      }}
    >
      {steps.map((step, place) => (
        <Box component="li" key={step.title_en} sx={{ display: 'flex', gap: 2 }}>
          <Box
            aria-hidden="true"
            sx={{
              flex: 'none',
              width: 36,
              height: 36,
              borderRadius: '50%',
              display: 'grid',
              placeItems: 'center',
              bgcolor: 'surface.tint',
              color: 'primary.main',
              fontWeight: 600,
            }}
          >
            {place + 1}
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h6" component="h3">
              {localized(step, 'title', locale)}
            </Typography>
            <Typography sx={{ mt: 0.25, color: 'text.secondary' }}>
              {localized(step, 'text', locale)}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
