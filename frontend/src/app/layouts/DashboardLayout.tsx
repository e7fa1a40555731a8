import CollapseIcon from '@mui/icons-material/KeyboardDoubleArrowLeftOutlined';
import MenuIcon from '@mui/icons-material/MenuOutlined';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, Link as RouterLink } from 'react-router';
import { ColorModeToggle } from '@/components/ColorModeToggle';
import { TrailStart } from '@/components/Crumbs';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Logo, LogoMark } from '@/components/Logo';
import { SkipLink } from '@/components/SkipLink';
import { CommandPaletteButton } from '@/features/commandPalette';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { dashboardMenu } from './dashboardMenu';
import { Main } from './Main';
import { SideNav } from './SideNav';
import { SuspensionBanner } from './SuspensionBanner';
import { UserArea } from './UserArea';

const WIDTH = 272;
const COLLAPSED_WIDTH = 72;
const COLLAPSED_KEY = 'itqan-nav-collapsed';

/** The command palette: searches menu pages and records. */
function Find() {
  const menu = dashboardMenu(useSession());
  return (
    <CommandPaletteButton
      pages={menu.flatMap(({ entries }) => entries.flatMap(({ routes }) => routes))}
    />
  );
}

/** Shows a banner on every page while the user's organization is suspended. */
function Suspended() {
  const { profile } = useSession();
  return profile?.suspension ? <SuspensionBanner profile={profile} /> : null;
}

/**
 * The layout of the dashboard for organizations, staff, trainers and admins. It renders its
 * children, or the matched route.
 */
export default function DashboardLayout({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // On medium screens the navigation is collapsed until the user opens it, to leave space for
  // tables.
  const little = useMediaQuery(useTheme().breakpoints.down('xl'));
  const [chosen, setChosen] = useState(() => localStorage.getItem(COLLAPSED_KEY));
  const collapsed = chosen ? chosen === 'yes' : little;
  const width = collapsed ? COLLAPSED_WIDTH : WIDTH;

  const toggleCollapsed = () => {
    const next = collapsed ? 'no' : 'yes';
    localStorage.setItem(COLLAPSED_KEY, next);
    setChosen(next);
  };
  const home = (mark: ReactNode, name?: string) => (
    <Link
      component={RouterLink}
      to={paths.home}
      underline="none"
      aria-label={name}
      sx={{ display: 'flex', borderRadius: 1 }}
    >
      {mark}
    </Link>
  );

  return (
    <TrailStart value="dashboard">
      <Box sx={{ minHeight: '100vh', display: 'flex', bgcolor: 'surface.soft' }}>
        <SkipLink />
        <Drawer
          variant="permanent"
          sx={{
            display: { xs: 'none', lg: 'block' },
            width,
            flexShrink: 0,
            transition: 'width 160ms',
          }}
          slotProps={{
            paper: {
              sx: { width, transition: 'width 160ms', overflowX: 'hidden', borderColor: 'divider' },
            },
          }}
        >
          <SideNav collapsed={collapsed}>
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                minHeight: 68,
                px: collapsed ? 0 : 3,
                justifyContent: collapsed ? 'center' : 'flex-start',
              }}
            >
              {collapsed
                ? home(<LogoMark size={30} />, t('routes.home'))
                : home(<Logo size={30} />)}
            </Box>
          </SideNav>
          <Box
            sx={{
              p: 1.5,
              borderTop: 1,
              borderColor: 'divider',
              textAlign: collapsed ? 'center' : 'end',
            }}
          >
            <Tooltip
              title={t(collapsed ? 'common.expand_navigation' : 'common.collapse_navigation')}
            >
              <IconButton
                onClick={toggleCollapsed}
                aria-label={t(
                  collapsed ? 'common.expand_navigation' : 'common.collapse_navigation',
                )}
                aria-expanded={!collapsed}
              >
                <CollapseIcon
                  fontSize="small"
                  sx={{ transform: `scaleX(calc(var(--flip) * ${collapsed ? -1 : 1}))` }}
                />
              </IconButton>
            </Tooltip>
          </Box>
        </Drawer>

        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          sx={{ display: { lg: 'none' } }}
          slotProps={{ paper: { sx: { width: `min(${WIDTH + 16}px, 88vw)` } } }}
        >
          <SideNav onNavigate={() => setOpen(false)}>
            <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 64, px: 3 }}>
              {home(<Logo size={30} />)}
            </Box>
          </SideNav>
        </Drawer>

        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <AppBar
            position="sticky"
            elevation={0}
            color="inherit"
            sx={{
              bgcolor: 'background.paper',
              borderBottom: 1,
              borderColor: 'divider',
              color: 'text.primary',
            }}
          >
            <Toolbar sx={{ minHeight: { xs: 64, md: 68 }, gap: 0.5 }}>
              <IconButton
                onClick={() => setOpen(true)}
                aria-label={t('common.open_menu')}
                edge="start"
                sx={{ display: { lg: 'none' } }}
              >
                <MenuIcon />
              </IconButton>
              <Find />
              <Box sx={{ flex: 1 }} />
              <LanguageSwitch />
              <ColorModeToggle />
              <UserArea />
            </Toolbar>
          </AppBar>
          <Main sx={{ px: { xs: 2, sm: 3, xl: 5 }, py: { xs: 3, md: 4 } }}>
            <Suspended />
            {children ?? <Outlet />}
          </Main>
        </Box>
      </Box>
    </TrailStart>
  );
}
