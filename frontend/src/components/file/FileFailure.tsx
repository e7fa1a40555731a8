import { ActionError } from '@/components/feedback/ActionError';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import type { Refusal } from './useChosenFile';

/** Why a file is not accepted, which a retry cannot change, or why sending it failed. */
export function FileFailure({
  refusal,
  error,
  onRetry,
}: {
  refusal: Refusal | null;
  error: unknown;
  onRetry?: () => void;
}) {
  if (refusal) return <FailureAlert failure={refusal}>{refusal.text}</FailureAlert>;
  return <ActionError error={error} onRetry={onRetry} />;
}
