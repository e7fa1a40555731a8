import type { Screens } from '@/routes/types';

export const paymentScreens: Screens = {
  pay: () => import('./PayPage'),
  paymobRedirect: () => import('./PaymentReturnPage'),
  myPayments: () => import('./MyPaymentsPage'),
  myPayment: () => import('./MyPaymentPage'),
  payments: () => import('./PaymentListPage'),
  payment: () => import('./PaymentPage'),
  revenue: () => import('./RevenuePage'),
  statements: () => import('./StatementPage'),
  reconciliation: () => import('./ReconciliationPage'),
  reconciliationLines: () => import('./ReconciliationLinesPage'),
};
