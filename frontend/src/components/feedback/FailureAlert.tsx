import Alert, { type AlertProps } from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

/** The error of an action; it gets the focus after each failure. */
export function FailureAlert({
  failure,
  leavesFocus = false,
  ...props
}: AlertProps & {
  /** A value that changes with each failure. */
  failure: unknown;
  /** Leaves the focus to another element, such as a field that shows its own error. */
  leavesFocus?: boolean;
}) {
  const alert = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus.
  useEffect(() => {
    if (!leavesFocus) alert.current?.focus();
  }, [failure]);
  return <Alert ref={alert} tabIndex={-1} severity="error" {...props} />;
}
