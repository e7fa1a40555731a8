import { useMutation } from '@tanstack/react-query';
import {
  checkSettlementReportMutation,
  createRefundMutation,
  createSettlementReportMutation,
  getChargeOptions,
  getPaymentOptions,
  getTimelineOptions,
  updateSettlementLineMutation,
} from '@/api/payments/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

export const chargeQuery = (chargeId: string) =>
  getChargeOptions({ path: { charge_id: chargeId } });

export const timelineQuery = (chargeId: string) =>
  getTimelineOptions({ path: { charge_id: chargeId } });

export const paymentQuery = (paymentId: string) =>
  getPaymentOptions({ path: { payment_id: paymentId } });

/** Gives money back; the payment's page then shows it. */
export function useRefund() {
  const refresh = useInvalidate('payments', 'charges');
  return useMutation({ ...createRefundMutation(), onSuccess: refresh });
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
