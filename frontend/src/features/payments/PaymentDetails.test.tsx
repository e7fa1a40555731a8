import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PaymentDetail } from '@/api/payments';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { PaymentDetails } from './PaymentDetails';

const payment = {
  id: 'p1',
  purpose: 'enrollment',
  subject_id: 'e1',
  amount_minor: 125_000,
  refunded_minor: 0,
  currency: 'SAR',
  created_at: '2026-11-01T08:00:00Z',
  payer_profile_id: 'sara-profile',
  payer_name_en: 'Sara',
  payer_email: 'sara@example.org',
} as PaymentDetail;

const aLine = (line: Partial<PaymentDetail['lines'][number]>) => ({
  title_en: '',
  title_ar: '',
  code: '',
  quantity: 1,
  unit_minor: 0,
  vat_percent: 0,
  net_minor: 0,
  vat_minor: 0,
  amount_minor: 0,
  ...line,
});

function show(given: Partial<PaymentDetail> = {}) {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  renderAt('/', <PaymentDetails payment={{ ...payment, ...given }} />);
}

it('say what is owed without its tax, the tax, and what it was added to', () => {
  const tax = { vat_percent: 15, vat_minor: 15_000, vat_included: false };
  const lines = [aLine({ title_en: 'Forklifts', code: 'F-1', quantity: 2, unit_minor: 50_000 })];
  show({ ...tax, amount_minor: 115_000, lines });
  const sums = ['Before VAT', 'VAT 15%, added to the price', 'Total'].map(
    (name) => screen.getByText(name).nextSibling?.textContent,
  );
  expect(sums.map((sum) => sum?.replace('\u00a0', ' '))).toEqual([
    'SAR 1,000',
    'SAR 150',
    'SAR 1,150',
  ]);
  expect(screen.getByText('Forklifts', { exact: false })).toHaveTextContent('F-1');
});

it('lead to the payer, the enrollment that was paid, and the payer’s others', () => {
  show();
  expect(screen.getByRole('link', { name: 'Sara' })).toHaveAttribute(
    'href',
    '/dashboard/candidates/sara-profile/view',
  );
  expect(screen.getByRole('link', { name: 'Enrollment' })).toHaveAttribute(
    'href',
    '/dashboard/enrollments/e1',
  );
  expect(screen.getByRole('link', { name: 'All enrollments of this person' })).toHaveAttribute(
    'href',
    '/dashboard/enrollments?search=sara%40example.org',
  );
});

it('of a registration fee lead to no enrollment', () => {
  show({ purpose: 'candidate_registration' });
  expect(screen.queryByRole('link', { name: /nrollment/ })).toBeNull();
});

it('of an application lead to no candidate', () => {
  show({ purpose: 'application' });
  expect(screen.queryByRole('link', { name: 'Sara' })).toBeNull();
});

it('of a bulk enrollment list what is paid, under the order’s number', () => {
  show({
    purpose: 'bulk_enrollment',
    purchase_order: 'PO-7',
    lines: [
      aLine({ title_en: 'Forklifts', code: 'FLT-1', quantity: 3, unit_minor: 5000 }),
      aLine({ title_en: 'Fees', quantity: 2, unit_minor: 1150 }),
    ],
  });
  expect(screen.getByText('PO-7')).toBeVisible();
  const lines = screen.getByRole('list', { name: 'Amount details' });
  expect(lines).toHaveTextContent(/Forklifts · FLT-1.*3 ×.*50.*150.*Fees.*2 ×.*11\.50.*23/);
});
