import Box from '@mui/material/Box';
import { Outlet, useMatches } from 'react-router';
import { SkipLink } from '@/components/SkipLink';
import type { RouteHandle } from '@/routes/types';
import { Footer } from './Footer';
import { Header } from './Header';
import { Main } from './Main';

/** Header, page, footer; around the enroll steps nothing leads away but the logo. */
export function PublicLayout() {
  const plain = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.plain);
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header plain={plain} />
      <Main>
        <Outlet />
      </Main>
      {!plain && <Footer />}
    </Box>
  );
}
