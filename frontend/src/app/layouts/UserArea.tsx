import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { withMessages } from '@/i18n';

// Visitors do not load parts that only users see.
const UserTools = lazy(withMessages(() => import('./UserTools'), 'notifications'));

/** The bell and the menu of the signed-in user, at the end of the top bars. */
export function UserArea() {
  return (
    <Suspense fallback={<Box sx={{ width: 84, height: 42 }} />}>
      <UserTools />
    </Suspense>
  );
}
