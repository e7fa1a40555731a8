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

/** What money under review can count for; asked for those who may decide about it. */
export const useAcceptable = ({ id, status, can_refund }: PaymentDetail) =>
  useQuery({
    ...listAcceptableChargesOptions({ path: { payment_id: id } }),
    enabled: status === 'under_review' && can_refund,
  });

/** Lets money count for a charge; what somebody else has decided meanwhile is shown anew. */
export function useAccept() {
  const refresh = useInvalidate('payments', 'charges');
  return useMutation({ ...acceptPaymentMutation(), onSettled: refresh });
}

/** Gives money back; the payment's page then shows it. Money under review has its own permission. */
export function useRefund({ status }: PaymentDetail) {
  const refresh = useInvalidate('payments', 'charges');
  const mutation = status === 'under_review' ? returnPaymentMutation() : createRefundMutation();
  return useMutation({ ...mutation, onSuccess: refresh });
}

/** Which columns of a settlement report are known. */
export const useReportCheck = () => useMutation(checkSettlementReportMutation());

/** Compares a settlement report with our books. */
export function useReportUpload() {
  const refresh = useInvalidate('settlement reports');
  return useMutation({ ...createSettlementReportMutation(), onSuccess: refresh });
}

/** Takes, notes, closes or reopens a difference; one that somebody else changed is shown anew. */
export function useTaskUpdate() {
  const refresh = useInvalidate('settlement reports');
  return useMutation({ ...updateSettlementLineMutation(), onSettled: refresh });
}
