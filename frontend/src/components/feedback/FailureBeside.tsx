import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionError } from './ActionError';

/** What a button starts, of a `useMutation`. */
export type Started<Variables> = Pick<
  UseMutationResult<unknown, unknown, Variables>,
  'error' | 'isPending' | 'mutate' | 'reset' | 'variables'
>;

/** A button with the failure of what it starts next to it, without moving the page. */
export function FailureBeside<Variables>({
  of: { error, mutate, reset, variables },
  onRetry = () => mutate(variables as Variables),
  children,
}: {
  of: Started<Variables>;
  /** Where the call has callbacks of its own. */
  onRetry?: () => void;
  children: ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Box ref={setAnchor} sx={{ display: 'inline-flex' }}>
        {children}
      </Box>
      <Popover
        open={Boolean(error && anchor)}
        anchorEl={anchor}
        onClose={reset}
        // The button has lost the focus while it was loading.
        disableRestoreFocus
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: { sx: { maxWidth: 360 } },
          transition: { onExited: () => anchor?.querySelector('button')?.focus() },
        }}
      >
        <ActionError error={error} onRetry={onRetry} />
      </Popover>
    </>
  );
}
