import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { href, paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import MyPaymentPage from './MyPaymentPage';

it('a receipt has its number, that of the purchase order, and the credit notes of its refunds', async () => {
  serve({
    '/api/v1/charges/charge-1': () =>
      ok({
        id: 'charge-1',
        purpose: 'bulk_enrollment',
        status: 'paid',
        reference: 'ITQ-1',
        title_en: 'Bulk enrollment',
        title_ar: 'تسجيل جماعي',
        amount_minor: 750_000,
        refunded_minor: 0,
        currency: 'SAR',
        created_at: '2026-11-23T08:00:00Z',
        paid_at: '2026-11-23T09:00:00Z',
        due_at: null,
        receipt: null,
        purchase_order: 'PO-7',
        payments: [],
        refunds: [
          {
            id: 'refund-1',
            status: 'done',
            reason: 'admin',
            amount_minor: 100,
            currency: 'SAR',
            created_at: '2026-11-23T10:00:00Z',
          },
        ],
        documents: [
          { id: 'd-1', kind: 'receipt', number: 'REC-2026-000001', refund_id: null },
          { id: 'd-2', kind: 'credit_note', number: 'CRN-2026-000001', refund_id: 'refund-1' },
        ],
      }),
  });
  const page = <Route path={paths.myPayment} element={<MyPaymentPage />} />;
  renderAt(href(paths.myPayment, { id: 'charge-1' }), <Routes>{page}</Routes>);
  expect(await screen.findByText('PO-7')).toBeVisible();
  // In the details, and next to its download.
  expect(screen.getAllByText('REC-2026-000001')).toHaveLength(2);
  expect(screen.getAllByText('CRN-2026-000001')).toHaveLength(2);
});
