import { lazy, Suspense, useEffect, useState } from 'react';
import { awaitToast } from '@/lib/toast';

const ToastStack = lazy(() => import('./ToastStack'));

/** Shows toasts; loaded with the first of them. */
export function Toaster() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => awaitToast(() => setNeeded(true)), []);
  return (
    isNeeded && (
      <Suspense>
        <ToastStack />
      </Suspense>
    )
  );
}
