import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SkipLink } from '@/components/SkipLink';
import { Footer } from './Footer';
import { Header } from './Header';
import { Main } from './Main';

/** Header, page, footer: public pages, trainings and announcements. */
export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

/** The frame without its page, for layouts that put something around the page. */
export function PublicFrame({ plain = false, children }: { plain?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <Header plain={plain} />
      <Main>{children}</Main>
      {!plain && <Footer />}
    </Box>
  );
}
