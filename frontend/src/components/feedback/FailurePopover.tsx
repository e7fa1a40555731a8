import Popover from '@mui/material/Popover';
import { ActionError } from './ActionError';

interface FailurePopoverProps {
  anchor: HTMLElement;
  error: unknown;
  text: string | undefined;
  onRetry: () => void;
  onClose: () => void;
}

/** The failure of a `FailureBeside`; loaded with the first of them. */
export default function FailurePopover({
  anchor,
  error,
  text,
  onRetry,
  onClose,
}: FailurePopoverProps) {
  return (
    <Popover
      open={Boolean(error)}
      anchorEl={anchor}
      onClose={onClose}
      // The button lost the focus while it showed its progress.
      disableRestoreFocus
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{
        paper: { sx: { maxWidth: 360 } },
        transition: { onExited: () => anchor.querySelector('button')?.focus() },
      }}
    >
      <ActionError error={error} text={text} onRetry={onRetry} />
    </Popover>
  );
}
