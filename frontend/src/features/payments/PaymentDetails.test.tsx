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

function show(given: Partial<PaymentDetail> = {}) {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  renderAt('/', <PaymentDetails payment={{ ...payment, ...given }} />);
}

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
      { title_en: 'Forklifts', title_ar: 'رافعات', code: 'FLT-1', quantity: 3, unit_minor: 5000 },
      { title_en: 'Fees', title_ar: 'رسوم', code: '', quantity: 2, unit_minor: 1150 },
    ],
  });
  expect(screen.getByText('PO-7')).toBeVisible();
  const lines = screen.getByRole('list', { name: 'What it is made of' });
  expect(lines).toHaveTextContent(/Forklifts · FLT-1.*3 ×.*50.*150.*Fees.*2 ×.*11\.50.*23/);
});
