import { useMutation } from '@tanstack/react-query';
import {
  confirmConfirmationMutation,
  declineConfirmationMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** Confirms or declines a request. */
export function useDecideConfirmation(decision: 'confirm' | 'decline') {
  const onSuccess = useInvalidate('confirmations', 'users', 'candidates', 'number cases');
  const confirm = useMutation({ ...confirmConfirmationMutation(), onSuccess });
  const decline = useMutation({ ...declineConfirmationMutation(), onSuccess });
  return decision === 'confirm' ? confirm : decline;
}
