import Container from '@mui/material/Container';
import { Outlet } from 'react-router';

/** The layout of the enrollment steps, within the plain public layout. */
export default function EnrollLayout() {
  return (
    <Container maxWidth="lg" disableGutters>
      <Outlet />
    </Container>
  );
}
