import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { opens } from '@/lib/access';
import { useSession } from '@/lib/session';
import { paths, type RouteName } from '@/routes/paths';

interface SideTabsProps {
  label: string;
  routes: readonly RouteName[];
}

// On a narrow screen the active tab may be outside the visible row.
function showWhenActive(tab: HTMLElement | null): void {
  if (tab?.classList.contains('active')) tab.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Links to the pages of one area: a column, or a scrolling row on narrow screens. */
export function SideTabs({ label, routes }: SideTabsProps) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', xl: 'column' },
        gap: 0.5,
        overflowX: { xs: 'auto', xl: 'visible' },
        width: { xs: 1, xl: 232 },
        flexShrink: 0,
        py: 0.5,
        px: 0.5,
      }}
    >
      {routes
        .filter((route) => opens(route, session))
        .map((route) => (
          <Button
            key={route}
            component={NavLink}
            to={paths[route]}
            // The path of an area's first page may be a prefix of the others' paths.
            end={routes.some((other) => paths[other].startsWith(`${paths[route]}/`))}
            ref={showWhenActive}
            color="inherit"
            sx={{
              justifyContent: 'flex-start',
              whiteSpace: 'nowrap',
              flexShrink: 0,
              fontWeight: 500,
              textAlign: 'start',
              color: 'text.secondary',
              '&.active': { bgcolor: 'surface.tint', color: 'primary.main' },
            }}
          >
            {t(`routes.${route}`)}
          </Button>
        ))}
    </Box>
  );
}
