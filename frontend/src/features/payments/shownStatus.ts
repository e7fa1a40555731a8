import type { PaymentRow } from '@/api/payments';

/** How a payment stands: once money went back, that says more than that it had come. */
export const getShownStatus = ({
  status,
  charge_status,
}: Pick<PaymentRow, 'status' | 'charge_status'>): string =>
  status === 'succeeded' && charge_status.endsWith('refunded') ? charge_status : status;
