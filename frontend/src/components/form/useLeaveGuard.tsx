import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { getSession } from '@/lib/session';
import { useAskBeforeUnload } from '../useAskBeforeUnload';

// The router supports one blocker: the page's first guard owns it and covers all guards.
let guards: readonly string[] = [];
const unsaved = new Map<string, () => void>();
const listeners = new Set<() => void>();

function setGuards(next: readonly string[]): void {
  guards = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Confirms leaving a page with unsaved changes; returns the dialog. Signed-out users are not
 * stopped: `useDraft` keeps their input.
 */
export function useLeaveGuard<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): ReactNode {
  const id = useId();
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const holds = isDirty && !isSubmitting;
  const isFirst = useSyncExternalStore(subscribe, () => guards[0] === id);
  useAskBeforeUnload(holds);

  useEffect(() => {
    setGuards([...guards, id]);
    return () => setGuards(guards.filter((each) => each !== id));
  }, [id]);
  useEffect(() => {
    if (!holds) return;
    unsaved.set(id, () => form.reset());
    return () => void unsaved.delete(id);
  }, [id, holds, form]);

  return isFirst && <LeaveQuestion />;
}

/** Blocks navigation while the page's form has unsaved changes. */
function LeaveQuestion() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 &&
      getSession().user !== null &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => {
        // First, so that `useDraft` does not keep the discarded values.
        flushSync(() => {
          for (const discard of [...unsaved.values()]) discard();
        });
        blocker.proceed?.();
      }}
      leaveLabel={t('form.leave')}
    />
  );
}

/** Confirms discarding unsaved changes. */
export function DiscardDialog({
  open,
  onStay,
  onDiscard,
  leaveLabel,
}: {
  open: boolean;
  onStay: () => void;
  onDiscard: () => void;
  leaveLabel: string;
}) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open={open}
      title={t('form.leave_title')}
      confirmLabel={leaveLabel}
      closeLabel={t('form.stay')}
      color="error"
      onConfirm={onDiscard}
      onClose={onStay}
    >
      {t('form.leave_text')}
    </ConfirmDialog>
  );
}
