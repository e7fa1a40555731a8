import {
  type ChargeRead,
  exportPayments,
  exportRevenue,
  exportStatement,
  type LineRead,
  type PaymentRow,
  type ReportRead,
} from '@/api/payments';
import {
  getStatementOptions,
  listChargesOptions,
  listPaymentsOptions,
  listRevenueOptions,
  listSettlementLinesOptions,
  listSettlementReportsOptions,
} from '@/api/payments/@tanstack/react-query.gen';
import {
  zGetStatementQuery,
  zListChargesQuery,
  zListPaymentsQuery,
  zListRevenueQuery,
  zListSettlementLinesQuery,
  zListSettlementReportsQuery,
} from '@/api/payments/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Payments visible in the dashboard. */
export const payments = defineList({
  key: 'payments',
  path: paths.payments,
  schema: zListPaymentsQuery,
  query: (query) => listPaymentsOptions({ query }),
  file: (query) => exportPayments({ query, parseAs: 'blob' }),
  href: ({ id }: PaymentRow) => href(paths.payment, { id }),
});

/** Totals of payments and refunds. */
export const revenue = defineList({
  key: 'revenue',
  path: paths.revenue,
  schema: zListRevenueQuery,
  query: (query) => listRevenueOptions({ query }),
  file: (query) => exportRevenue({ query, parseAs: 'blob' }),
});

/** The candidate's charges. */
export const ownCharges = defineList({
  key: 'my-payments',
  path: paths.myPayments,
  schema: zListChargesQuery,
  query: (query) => listChargesOptions({ query }),
  href: ({ id }: ChargeRead) => href(paths.myPayment, { id }),
});

/** An organization's monthly statement. */
export const statements = defineList({
  key: 'statements',
  path: paths.statements,
  schema: zGetStatementQuery,
  query: (query) => getStatementOptions({ query }),
  file: (query) => exportStatement({ query, parseAs: 'blob' }),
});

/** The provider's settlement reports. */
export const settlementReports = defineList({
  key: 'settlement-reports',
  path: paths.reconciliation,
  schema: zListSettlementReportsQuery,
  query: (query) => listSettlementReportsOptions({ query }),
  href: ({ id }: ReportRead) => href(paths.reconciliationLines, {}, { report_id: id }),
});

/** The lines of reports, and the differences among them. */
export const settlementLines = defineList({
  key: 'settlement-lines',
  path: paths.reconciliationLines,
  schema: zListSettlementLinesQuery,
  query: (query) => listSettlementLinesOptions({ query }),
  href: ({ payment_id }: LineRead) =>
    payment_id ? href(paths.payment, { id: payment_id }) : paths.reconciliationLines,
});
