import { Children, Fragment, isValidElement, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { isOffline, PageError } from '@/lib/fault';
import { ErrorAlert } from './ErrorAlert';

/** Wraps each card in its own error boundary, so one failure leaves the other cards. */
export const CardBoundaries = ({ children }: { children: ReactNode }) =>
  Children.map(
    unwrap(children),
    (card) => card && <ErrorBoundary FallbackComponent={FailedCard}>{card}</ErrorBoundary>,
  );

/** Unwraps fragments, because a page's cards often are in one. */
const unwrap = (node: ReactNode): ReactNode =>
  isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment
    ? node.props.children
    : node;

function FailedCard({ error, resetErrorBoundary }: FallbackProps) {
  // These errors concern the whole page, so its boundary handles them.
  if (error instanceof PageError || isOffline(error)) throw error;
  return <ErrorAlert error={error} onRetry={resetErrorBoundary} />;
}
