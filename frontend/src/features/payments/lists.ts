import { type ChargeRead, exportPayments, type PaymentRow } from '@/api/payments';
import { listChargesOptions, listPaymentsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { zListChargesQuery, zListPaymentsQuery } from '@/api/payments/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The payments that the desk may see. */
export const payments = defineList({
  key: 'payments',
  path: paths.payments,
  schema: zListPaymentsQuery,
  query: (query) => listPaymentsOptions({ query }),
  file: (query) => exportPayments({ query, parseAs: 'blob' }),
  href: ({ id }: PaymentRow) => href(paths.payment, { id }),
});

/** What a candidate owes and has paid. */
export const ownCharges = defineList({
  key: 'my-payments',
  path: paths.myPayments,
  schema: zListChargesQuery,
  query: (query) => listChargesOptions({ query }),
  href: ({ id }: ChargeRead) => href(paths.myPayment, { id }),
});
