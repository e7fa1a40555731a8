import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { InvariantRead } from '@/api/payments';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import HealthPage from './HealthPage';
import { SERVICES } from './queries';

const rule = (name: string, changes: Partial<InvariantRead> = {}): InvariantRead => ({
  name,
  checked_at: '2026-11-20T08:00:00Z',
  seconds: 0.1,
  found: 0,
  findings: [],
  ...changes,
});

function answers(of: Partial<Record<(typeof SERVICES)[number], () => Response>> = {}) {
  serve(
    Object.fromEntries(
      SERVICES.map((service) => [
        `/api/v1/invariants/${service}`,
        of[service] ?? (() => ok([rule('outbox_published')])),
      ]),
    ),
  );
  renderAt('/dashboard/health', <HealthPage />);
}

it('says in one line that all rules of all services hold', async () => {
  answers();
  expect(await screen.findByText('All 6 checks passed.')).toBeInTheDocument();
});

it('shows what breaks a rule, with the way to it and how many more there are', async () => {
  const findings = [{ id: 'p-1', detail: 'ITQ-2026-000001: paid, but no payment settles it' }];
  answers({
    payments: () => ok([rule('paid_charges_are_settled', { found: 3, findings })]),
  });
  expect(await screen.findByText(/One check failed/)).toBeInTheDocument();
  const payments = within(await screen.findByRole('region', { name: 'Payments' }));
  expect(payments.getByTitle('Failed')).toBeInTheDocument();
  expect(payments.getByRole('link', { name: 'p-1' })).toHaveAttribute(
    'href',
    '/dashboard/payments/p-1',
  );
  expect(payments.getByText(/no payment settles it/)).toBeInTheDocument();
  expect(payments.getByText('2 more')).toBeInTheDocument();
});

it('tells a rule that could not be checked from one that has not been yet', async () => {
  answers({
    catalog: () =>
      ok([
        rule('outbox_published', { found: null }),
        rule('no_parked_messages', { found: null, checked_at: null }),
      ]),
  });
  expect(await screen.findByText(/2 checks haven't run/)).toBeInTheDocument();
  expect(screen.getByText(/Couldn't run the check/)).toBeInTheDocument();
  expect(screen.getByText('Not run yet')).toBeInTheDocument();
});

it('a service that does not answer leaves the others', async () => {
  answers({ identity: () => refuse(503, 'service.unavailable') });
  expect(await screen.findByText(/One service isn't responding/)).toBeInTheDocument();
  expect(screen.getAllByTitle('Passed')).toHaveLength(5);
});
