import MenuIcon from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Link as RouterLink } from 'react-router';
import { ColorModeToggle } from '@/components/ColorModeToggle';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Logo } from '@/components/Logo';
import { LinkButton } from '@/components/RouterLinks';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { navLink, publicLinks } from './publicLinks';
import { UserArea } from './UserArea';

const MobileMenu = lazy(() => import('./MobileMenu'));

/** The header of public and candidate pages; `plain` leaves out the navigation. */
export function Header({ plain = false }: { plain?: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  // Undefined until first opened, so that the menu is loaded only for those who use it.
  const [open, setOpen] = useState<boolean>();

  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-background-default) 88%, transparent)',
        backdropFilter: 'blur(12px)',
        WebkitBackdropFilter: 'blur(12px)',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Container
        sx={{ display: 'flex', alignItems: 'center', minHeight: { xs: 64, md: 72 }, gap: 0.5 }}
      >
        <Link
          component={RouterLink}
          to={paths.home}
          underline="none"
          sx={{ display: 'flex', borderRadius: 1, marginInlineEnd: { xs: 0, sm: 3 } }}
        >
          <Logo />
        </Link>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {!plain && (
            <Box
              component="nav"
              aria-label={t('common.main_navigation')}
              sx={{ display: { xs: 'none', lg: 'flex' }, gap: 0.25 }}
            >
              {publicLinks(session).map((name) => (
                <Button
                  key={name}
                  component={NavLink}
                  to={paths[name]}
                  end
                  color="inherit"
                  sx={navLink}
                >
                  {t(`routes.${name}`)}
                </Button>
              ))}
            </Box>
          )}
        </Box>
        <LanguageSwitch />
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ColorModeToggle />
        </Box>
        {session.user ? (
          <UserArea />
        ) : (
          <Box sx={{ display: 'flex', gap: 1, marginInlineStart: 1 }}>
            <LinkButton
              to={paths.signIn}
              color="inherit"
              sx={{ display: { xs: 'none', md: 'inline-flex' } }}
            >
              {t('common.sign_in')}
            </LinkButton>
            <LinkButton
              to={paths.signUp}
              variant="contained"
              sx={{ display: { xs: 'none', sm: 'inline-flex' }, whiteSpace: 'nowrap' }}
            >
              {t('common.sign_up')}
            </LinkButton>
          </Box>
        )}
        <IconButton
          onClick={() => setOpen(true)}
          aria-label={t('common.open_menu')}
          aria-expanded={open ?? false}
          sx={{ display: { xs: 'inline-flex', sm: plain ? 'none' : 'inline-flex', lg: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
      </Container>
      {open !== undefined && (
        <Suspense>
          <MobileMenu open={open} onClose={() => setOpen(false)} plain={plain} />
        </Suspense>
      )}
    </Box>
  );
}
