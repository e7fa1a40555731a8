import Box from '@mui/material/Box';
import type { UseMutationResult } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const FailurePopover = lazy(() => import('./FailurePopover'));

/** The fields of a `useMutation` that a button starts. */
export type Started<Variables> = Pick<
  UseMutationResult<unknown, unknown, Variables>,
  'error' | 'isPending' | 'mutate' | 'reset' | 'variables'
>;

/** A button with its error beside it, without a layout shift. */
export function FailureBeside<Variables>({
  of: { error, mutate, reset, variables },
  onRetry = () => mutate(variables as Variables),
  text,
  children,
}: {
  of: Started<Variables>;
  /** Replaces the retry of the mutation if the call has its own callbacks. */
  onRetry?: () => void;
  /** The text for an error of the browser, which has no message. */
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
