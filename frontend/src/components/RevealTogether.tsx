import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

interface RevealTogetherProps {
  /** The placeholder until the parts are shown. */
  wait: ReactNode;
  children: ReactNode;
}

/** Maximum wait for a slow part. */
const LONGEST_MS = 8000;

// Queries without data; refetches do not count.
const UNKNOWN = {
  predicate: ({ state }: { state: { status: string } }) => state.status === 'pending',
};

/** Shows parts with queries only when all of them have data, which prevents layout shifts. */
export function RevealTogether({ wait, children }: RevealTogetherProps) {
  const client = useQueryClient();
  const asking = useIsFetching(UNKNOWN);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (asking > 0) return;
    // Runs after the children's effects, in which their queries start.
    const timer = setTimeout(() => {
      if (client.isFetching(UNKNOWN) === 0) setShown(true);
    });
    return () => clearTimeout(timer);
  }, [asking, client]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {!isShown && wait}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}
