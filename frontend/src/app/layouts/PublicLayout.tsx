import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router';
import { Later } from '@/components/Later';
import { SkipLink } from '@/components/SkipLink';
import type { RouteHandle } from '@/routes/types';
import { Footer } from './Footer';
import { Header } from './Header';
import { Main } from './Main';

/** Header, page (what is given, or what matches), footer; around the enroll steps nothing leads away but the logo. */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const plain = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.plain);
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header plain={plain} />
      <Main>{children ?? <Outlet />}</Main>
      {!plain && (
        <Later>
          <Footer />
        </Later>
      )}
    </Box>
  );
}
