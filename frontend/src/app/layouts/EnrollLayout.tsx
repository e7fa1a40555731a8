import Container from '@mui/material/Container';
import { Outlet } from 'react-router';
import { PublicFrame } from './PublicLayout';

/** The enroll steps: nothing leads away but the logo. */
export default function EnrollLayout() {
  return (
    <PublicFrame plain>
      <Container maxWidth="lg" disableGutters>
        <Outlet />
      </Container>
    </PublicFrame>
  );
}
