import { useMutation, useQuery } from '@tanstack/react-query';
import type { PaymentDetail } from '@/api/payments';
import {
  acceptPaymentMutation,
  checkSettlementReportMutation,
  createRefundMutation,
  createSettlementReportMutation,
  getChargeOptions,
  getPaymentOptions,
  getTimelineOptions,
  listAcceptableChargesOptions,
  returnPaymentMutation,
  updateSettlementLineMutation,
} from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const chargeQuery = (chargeId: string) =>
  getChargeOptions({ path: { charge_id: chargeId } });

export const timelineQuery = (chargeId: string) =>
  getTimelineOptions({ path: { charge_id: chargeId } });

export const paymentQuery = (paymentId: string) =>
  getPaymentOptions({ path: { payment_id: paymentId } });

/** The charges that money under review can settle, for users who may decide about it. */
export const useAcceptable = ({ id, status, can_refund }: PaymentDetail) =>
  useQuery({
    ...listAcceptableChargesOptions({ path: { payment_id: id } }),
    enabled: status === 'under_review' && can_refund,
  });

/** Applies money to a charge; refetches after a conflict. */
export function useAccept() {
  const refresh = useInvalidate('payments', 'charges');
  return useMutation({ ...acceptPaymentMutation(), onSettled: refresh });
}

/** Refunds a payment and updates its page. Money under review needs another permission. */
export function useRefund({ status }: PaymentDetail) {
  const refresh = useInvalidate('payments', 'charges');
  const mutation = status === 'under_review' ? returnPaymentMutation() : createRefundMutation();
  return useMutation({ ...mutation, onSuccess: refresh });
}

/** Detects the columns of a settlement report. */
export const useReportCheck = () => useMutation(checkSettlementReportMutation());

/** Compares a settlement report with our books. */
export function useReportUpload() {
  const refresh = useInvalidate('settlement reports');
  return useMutation({ ...createSettlementReportMutation(), onSuccess: refresh });
}

/** Assigns, notes, closes or reopens a difference; refetches after a conflict. */
export function useTaskUpdate() {
  const refresh = useInvalidate('settlement reports');
  return useMutation({ ...updateSettlementLineMutation(), onSettled: refresh });
}
