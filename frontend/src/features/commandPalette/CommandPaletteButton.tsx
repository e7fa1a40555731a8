import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { visuallyHidden } from '@mui/utils';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageShortcuts } from '@/lib/useShortcuts';
import type { RouteName } from '@/routes/paths';

const CommandPalette = lazy(() => import('./CommandPalette'));

/** Opens the command palette, like Ctrl+K (⌘K). */
export function CommandPaletteButton({ pages }: { pages: readonly RouteName[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  usePageShortcuts({ 'mod+k': () => setOpen(true) });
  return (
    <>
      <Button
        color="inherit"
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        sx={{
          minWidth: 44,
          gap: 1,
          fontWeight: 400,
          color: 'text.secondary',
          bgcolor: { md: 'surface.soft' },
        }}
      >
        <SearchIcon fontSize="small" />
        <Box
          component="span"
          sx={(theme) => ({
            minWidth: 120,
            textAlign: 'start',
            [theme.breakpoints.down('md')]: visuallyHidden,
          })}
        >
          {t('find.title')}
        </Box>
        <Box component="kbd" dir="ltr" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {t('find.key')}
        </Box>
      </Button>
      {open && (
        <Suspense>
          <CommandPalette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
