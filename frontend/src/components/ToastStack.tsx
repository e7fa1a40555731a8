import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {
  type CustomContentProps,
  closeSnackbar,
  enqueueSnackbar,
  SnackbarContent,
  SnackbarProvider,
} from 'notistack';
import { type ReactNode, type Ref, useEffect } from 'react';
import { connectToaster } from '@/lib/toast';

export const TOAST_MS = 5000;
export const MAX_TOASTS = 5;

function ToastContent({
  id,
  message,
  variant,
  action,
  ref,
}: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const severity = variant === 'default' ? 'info' : variant;
  return (
    <SnackbarContent ref={ref} role="presentation">
      <Alert
        severity={severity}
        variant="filled"
        {...(action ? { action: action as ReactNode } : { onClose: () => closeSnackbar(id) })}
        // With only a close button beside it, the text has enough space.
        sx={{ width: 1, boxShadow: 8, ...(!action && { flexWrap: 'nowrap' }) }}
      >
        {message}
      </Alert>
    </SnackbarContent>
  );
}

const contents = {
  success: ToastContent,
  error: ToastContent,
  warning: ToastContent,
  info: ToastContent,
};

/** Toasts at the top right of the page, 5 s each, at most five at once. */
export default function ToastStack() {
  useEffect(
    () =>
      connectToaster(
        ({ text, variant, action }) =>
          enqueueSnackbar(text, {
            variant,
            ...(action && {
              key: action.key,
              persist: true,
              action: (
                <Button color="inherit" size="small" onClick={action.run}>
                  {action.label}
                </Button>
              ),
            }),
          }),
        closeSnackbar,
      ),
    [],
  );
  return (
    <SnackbarProvider
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      autoHideDuration={TOAST_MS}
      maxSnack={MAX_TOASTS}
      Components={contents}
    />
  );
}
