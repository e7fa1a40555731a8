import Container from '@mui/material/Container';
import { Outlet } from 'react-router';

/** In the public layout, which is plain around it: the enroll steps. */
export default function EnrollLayout() {
  return (
    <Container maxWidth="lg" disableGutters>
      <Outlet />
    </Container>
  );
}
