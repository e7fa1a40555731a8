import { lazy, Suspense } from 'react';
import { useFailures } from '@/lib/failures';

const FailureStack = lazy(() => import('./FailureStack'));

/** Shows failed actions without a button in view; loaded with the first of them. */
export function Failures() {
  const failures = useFailures();
  return (
    failures.length > 0 && (
      <Suspense>
        <FailureStack failures={failures} />
      </Suspense>
    )
  );
}
