import { useMutation } from '@tanstack/react-query';
import {
  createRefundMutation,
  getChargeOptions,
  getPaymentOptions,
  getTimelineOptions,
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
