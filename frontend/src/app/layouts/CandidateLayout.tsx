import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import type { RouteName } from '@/routes/paths';
import { SideTabs } from './SideTabs';

const routes: readonly RouteName[] = [
  'myTrainings',
  'candidateSharing',
  'myPayments',
  'candidateNotifications',
  'candidateProfile',
  'candidateAddress',
  'candidatePassword',
  'candidateSecurity',
  'candidateNotices',
  'candidateData',
];

/** The layout of a candidate's own pages, within the public layout. */
export default function CandidateLayout() {
  const { t } = useTranslation();
  return (
    <Container
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', xl: 'row' },
        gap: { xs: 0, xl: 5 },
        pt: { xs: 1, xl: 5 },
      }}
    >
      <SideTabs label={t('common.my_account')} routes={routes} />
      <Box sx={{ flex: 1, minWidth: 0, mx: { xs: -2, sm: -3, xl: 0 }, mt: { xl: -5 } }}>
        <Outlet />
      </Box>
    </Container>
  );
}
