import { useMutation } from '@tanstack/react-query';
import type { ConfirmationRow } from '@/api/identity';
import {
  confirmConfirmationMutation,
  declineConfirmationMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { emitResolved } from '@/lib/resolved';
import { useInvalidate } from '@/lib/useInvalidate';

/** Confirms or declines a request. */
export function useDecideConfirmation(decision: 'confirm' | 'decline') {
  const refresh = useInvalidate('confirmations', 'users', 'candidates', 'number cases');
  const onSuccess = ({ id }: ConfirmationRow) => {
    emitResolved(id);
    return refresh();
  };
  const confirm = useMutation({ ...confirmConfirmationMutation(), onSuccess });
  const decline = useMutation({ ...declineConfirmationMutation(), onSuccess });
  return decision === 'confirm' ? confirm : decline;
}
