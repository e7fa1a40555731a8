import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { getSession } from '@/lib/session';
import { useAskBeforeUnload } from '../useAskBeforeUnload';

/**
 * Asks before a page is left whose form has changes that are not saved; gives the question. Who is
 * not signed in any more is not held up: `useDraft` keeps what was typed.
 */
export function useLeaveGuard<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): ReactNode {
  const { t } = useTranslation();
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  const holds = isDirty && !isSubmitting;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      holds && getSession().user !== null && currentLocation.pathname !== nextLocation.pathname,
  );

  useAskBeforeUnload(holds);

  return (
    <DiscardDialog
      open={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => {
        // First, so that no draft is kept of what is thrown away.
        flushSync(() => form.reset());
        blocker.proceed?.();
      }}
      leaveLabel={t('form.leave')}
    />
  );
}

/** Asks whether what was typed may be lost. */
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
