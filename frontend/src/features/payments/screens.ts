import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const paymentScreens: Screens = {
  pay: withMessages(() => import('./PayPage'), 'charge_purpose', 'document', 'pay', 'payments'),
  paymobRedirect: withMessages(
    () => import('./PaymentReturnPage'),
    'payment_failure',
    'payment_return',
  ),
  myPayments: withMessages(() => import('./MyPaymentsPage'), 'payments'),
  myPayment: withMessages(
    () => import('./MyPaymentPage'),
    'payment_failure',
    'payment_timeline',
    'payments',
    'refund_reason',
    'review_reason',
  ),
  payments: withMessages(() => import('./PaymentListPage'), 'charge_purpose', 'pay', 'payments'),
  payment: withMessages(
    () => import('./PaymentPage'),
    'audit',
    'charge_purpose',
    'enrollments',
    'pay',
    'payment_failure',
    'payment_timeline',
    'payments',
    'refund_reason',
    'review_reason',
  ),
  revenue: withMessages(() => import('./RevenuePage'), 'revenue'),
  statements: withMessages(() => import('./StatementPage'), 'payments', 'statements'),
  reconciliation: withMessages(() => import('./ReconciliationPage'), 'imports', 'reconciliation'),
  reconciliationLines: withMessages(() => import('./ReconciliationLinesPage'), 'reconciliation'),
};
