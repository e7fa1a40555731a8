import { ActionError } from '@/components/feedback/ActionError';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import type { Refusal } from './useChosenFile';

/** Shows why a file was rejected (no retry), or why its upload failed (with retry). */
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
