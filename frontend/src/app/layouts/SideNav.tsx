import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import { useSession } from '@/lib/session';
import { paths, type RouteName } from '@/routes/paths';
import { dashboardMenu, type MenuGroup } from './dashboardMenu';

/** Returns the menu's page for the current URL: the one with the longest matching path. */
export function currentRoute(menu: readonly MenuGroup[], pathname: string): RouteName | undefined {
  return menu
    .flatMap(({ entries }) => entries.flatMap(({ routes }) => routes))
    .filter((route) => pathname === paths[route] || pathname.startsWith(`${paths[route]}/`))
    .filter((route) => route !== 'dashboard' || pathname === paths.dashboard)
    .sort((a, b) => paths[b].length - paths[a].length)[0];
}

// For users with many permissions, the list is longer than the screen.
function showInList(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
}

interface SideNavProps {
  /** Fixed above the scrolling entries. */
  children: ReactNode;
  collapsed?: boolean;
  onNavigate?: () => void;
}

/** The grouped side navigation with the pages that the user may open. */
export function SideNav({ children, collapsed = false, onNavigate }: SideNavProps) {
  const { t } = useTranslation();
  const menu = dashboardMenu(useSession());
  const current = currentRoute(menu, useLocation().pathname);

  return (
    <Box
      component="nav"
      aria-label={t('common.main_navigation')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      {children}
      <Box sx={{ px: 1.5, pb: 3, overflowY: 'auto', flex: 1 }}>
        {menu.map(({ key, entries }) => (
          <Box key={key} sx={{ mt: 2 }}>
            {!collapsed && (
              <Typography
                variant="caption"
                component="h2"
                sx={{ px: 1.5, mb: 0.5, fontWeight: 600, color: 'text.secondary' }}
              >
                {t(`menu.${key}`)}
              </Typography>
            )}
            <List disablePadding aria-label={t(`menu.${key}`)}>
              {entries.map(({ routes, Icon, family }) => {
                const route = routes[0] as RouteName;
                const label = family && routes[1] ? t(`menu.${family}`) : t(`routes.${route}`);
                const selected = routes.some((each) => each === current);
                return (
                  <ListItem key={route} disablePadding sx={{ mb: 0.25 }}>
                    <Tooltip title={collapsed ? label : ''} placement="right">
                      <ListItemButton
                        component={RouterLink}
                        to={paths[route]}
                        selected={selected}
                        aria-current={selected ? 'page' : undefined}
                        aria-label={collapsed ? label : undefined}
                        ref={selected ? showInList : undefined}
                        onClick={onNavigate}
                        sx={{
                          minHeight: 42,
                          px: 1.5,
                          justifyContent: collapsed ? 'center' : 'flex-start',
                          color: selected ? 'primary.main' : 'text.secondary',
                          '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'surface.tint' },
                        }}
                      >
                        <ListItemIcon
                          sx={{
                            minWidth: collapsed ? 0 : 36,
                            color: 'inherit',
                            '& svg': { fontSize: 21 },
                          }}
                        >
                          <Icon />
                        </ListItemIcon>
                        {!collapsed && (
                          <ListItemText
                            primary={label}
                            slotProps={{
                              primary: {
                                variant: 'body2',
                                sx: { fontWeight: selected ? 600 : 500 },
                              },
                            }}
                          />
                        )}
                      </ListItemButton>
                    </Tooltip>
                  </ListItem>
                );
              })}
            </List>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
