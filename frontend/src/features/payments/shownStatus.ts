import type { PaymentRow } from '@/api/payments';

/** Returns the displayed status of a payment; a refund takes precedence. */
export const getShownStatus = ({
  status,
  charge_status,
}: Pick<PaymentRow, 'status' | 'charge_status'>): string =>
  status === 'succeeded' && charge_status.endsWith('refunded') ? charge_status : status;
