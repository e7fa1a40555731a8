import { lazy, Suspense } from 'react';

// Loaded beside the first page, not before it: nothing is said that early.
const ToastStack = lazy(() => import('./ToastStack'));

export function Toaster() {
  return (
    <Suspense>
      <ToastStack />
    </Suspense>
  );
}
