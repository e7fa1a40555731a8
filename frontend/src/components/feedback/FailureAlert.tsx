import Alert, { type AlertProps } from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

/** The message of a failed action; takes the focus each time the action fails. */
export function FailureAlert({
  failure,
  atField = false,
  ...props
}: AlertProps & {
  /** Another value for each failure. */
  failure: unknown;
  /** A field that shows its own error has the focus instead. */
  atField?: boolean;
}) {
  const alert = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus.
  useEffect(() => {
    if (!atField) alert.current?.focus();
  }, [failure]);
  return <Alert ref={alert} tabIndex={-1} severity="error" {...props} />;
}
