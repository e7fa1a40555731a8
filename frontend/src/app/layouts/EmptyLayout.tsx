import VerifiedIcon from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Outlet, Link as RouterLink } from 'react-router';
import { ColorModeToggle } from '@/components/ColorModeToggle';
import { CrateField } from '@/components/CrateField';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Logo } from '@/components/Logo';
import { SkipLink } from '@/components/SkipLink';
import { paths } from '@/routes/paths';
import { Main } from './Main';

const points = ['certified', 'nearby', 'verifiable'] as const;

/** The layout of sign-in and sign-up: a form beside a description of the platform. */
export default function EmptyLayout() {
  const { t } = useTranslation();
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex' }}>
      <SkipLink />
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          px: { xs: 2.5, sm: 5 },
        }}
      >
        <Box component="header" sx={{ display: 'flex', alignItems: 'center', py: 2.5, gap: 0.5 }}>
          <Link
            component={RouterLink}
            to={paths.home}
            underline="none"
            sx={{ flex: 1, display: 'flex' }}
          >
            <Logo />
          </Link>
          <LanguageSwitch />
          <ColorModeToggle />
        </Box>
        <Main sx={{ display: 'grid', alignContent: 'center', justifyItems: 'center', py: 4 }}>
          <Box sx={{ width: 1, maxWidth: 460 }}>
            <Outlet />
          </Box>
        </Main>
      </Box>
      <Box
        component="aside"
        sx={{
          display: { xs: 'none', lg: 'flex' },
          position: 'sticky',
          top: 0,
          height: '100vh',
          width: '44%',
          maxWidth: 680,
          flexDirection: 'column',
          justifyContent: 'flex-end',
          overflow: 'hidden',
          bgcolor: 'surface.ink',
          color: 'surface.onInk',
          p: 7,
        }}
      >
        <CrateField />
        <Typography
          variant="h2"
          component="p"
          sx={{ color: '#fff', maxWidth: 440, position: 'relative' }}
        >
          {t('auth_panel.title')}
        </Typography>
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            p: 0,
            m: 0,
            mt: 3,
            display: 'grid',
            gap: 1.5,
            position: 'relative',
          }}
        >
          {points.map((point) => (
            <Box
              component="li"
              key={point}
              sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}
            >
              <VerifiedIcon sx={{ color: '#34d399' }} fontSize="small" />
              {t(`auth_panel.${point}`)}
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
