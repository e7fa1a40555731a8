import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { withInnerMessages } from '@/i18n';

// Visitors do not load parts that only users see.
const UserTools = lazy(withInnerMessages(() => import('./UserTools')));

/** The bell and the menu of the signed-in user, at the end of the top bars. */
export function UserArea() {
  return (
    <Suspense fallback={<Box sx={{ width: 84, height: 42 }} />}>
      <UserTools />
    </Suspense>
  );
}
