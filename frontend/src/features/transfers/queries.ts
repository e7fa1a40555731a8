import { useMutation } from '@tanstack/react-query';
import {
  confirmCreditsMutation,
  importStatementMutation,
  matchCreditMutation,
  recordRefundTransferMutation,
  setCreditAsideMutation,
} from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export function useImportStatement() {
  return useMutation({ ...importStatementMutation(), onSuccess: useInvalidate('transfers') });
}

/** Confirms or matches credits, which settles charges. */
export function useConfirmCredits() {
  const refresh = useInvalidate('transfers', 'payments', 'charges');
  return useMutation({ ...confirmCreditsMutation(), onSettled: refresh });
}

export function useMatchCredit() {
  const refresh = useInvalidate('transfers', 'payments', 'charges');
  return useMutation({ ...matchCreditMutation(), onSuccess: refresh });
}

export function useSetAside() {
  return useMutation({ ...setCreditAsideMutation(), onSuccess: useInvalidate('transfers') });
}

export function useRecordRefund() {
  const refresh = useInvalidate('transfers', 'payments', 'charges');
  return useMutation({ ...recordRefundTransferMutation(), onSuccess: refresh });
}
