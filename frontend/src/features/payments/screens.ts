import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const paymentScreens: Screens = {
  pay: withMessages(() => import('./PayPage')),
  paymobRedirect: withMessages(() => import('./PaymentReturnPage')),
  myPayments: withMessages(() => import('./MyPaymentsPage')),
  myPayment: withMessages(() => import('./MyPaymentPage')),
  payments: withMessages(() => import('./PaymentListPage')),
  payment: withMessages(() => import('./PaymentPage')),
  revenue: withMessages(() => import('./RevenuePage')),
  statements: withMessages(() => import('./StatementPage')),
  reconciliation: withMessages(() => import('./ReconciliationPage')),
  reconciliationLines: withMessages(() => import('./ReconciliationLinesPage')),
};
