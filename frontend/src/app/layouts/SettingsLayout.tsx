import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { families } from '@/routes/families';
import { paths } from '@/routes/paths';
import { SideTabs } from './SideTabs';

/** The dashboard layout with tabs for the account's or the application's settings. */
export default function SettingsLayout() {
  const { t } = useTranslation();
  const ofApplication = useLocation().pathname.startsWith(paths.settings);
  return (
    <Box
      sx={{ display: 'flex', flexDirection: { xs: 'column', xl: 'row' }, gap: { xs: 2, xl: 5 } }}
    >
      <SideTabs
        label={t(ofApplication ? 'routes.settings' : 'common.my_account')}
        routes={ofApplication ? families.settings : families.account}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Outlet />
      </Box>
    </Box>
  );
}
