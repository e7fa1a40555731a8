import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Outlet, useMatches } from 'react-router';
import { Deferred } from '@/components/Deferred';
import { SkipLink } from '@/components/SkipLink';
import type { RouteHandle } from '@/routes/types';
import { Footer } from './Footer';
import { Header } from './Header';
import { Main } from './Main';

/** Keeps the footer below the first screen, so that loading content does not push it. */
const BELOW_FIRST_SCREEN = { minHeight: { xs: 'calc(100vh - 64px)', md: 'calc(100vh - 72px)' } };

/**
 * Header, page and footer. The page is the children, or the matched route. Enrollment steps have no
 * links except the logo.
 */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const plain = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.plain);
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header plain={plain} />
      <Main sx={plain ? undefined : BELOW_FIRST_SCREEN}>{children ?? <Outlet />}</Main>
      {!plain && (
        <Deferred>
          <Footer />
        </Deferred>
      )}
    </Box>
  );
}
