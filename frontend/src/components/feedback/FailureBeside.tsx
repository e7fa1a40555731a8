import Box from '@mui/material/Box';
import type { UseMutationResult } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const FailurePopover = lazy(() => import('./FailurePopover'));

/** What a button starts, of a `useMutation`. */
export type Started<Variables> = Pick<
  UseMutationResult<unknown, unknown, Variables>,
  'error' | 'isPending' | 'mutate' | 'reset' | 'variables'
>;

/** A button with the failure of what it starts next to it, without moving the page. */
export function FailureBeside<Variables>({
  of: { error, mutate, reset, variables },
  onRetry = () => mutate(variables as Variables),
  text,
  children,
}: {
  of: Started<Variables>;
  /** Where the call has callbacks of its own. */
  onRetry?: () => void;
  /** Where the error is the browser's, which has no text for readers. */
  text?: string;
  children: ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [failed, setFailed] = useState(false);
  if (error && !failed) setFailed(true);
  return (
    <>
      <Box ref={setAnchor} sx={{ display: 'inline-flex' }}>
        {children}
      </Box>
      {failed && anchor && (
        <Suspense>
          <FailurePopover
            anchor={anchor}
            error={error}
            text={text}
            onRetry={onRetry}
            onClose={reset}
          />
        </Suspense>
      )}
    </>
  );
}
