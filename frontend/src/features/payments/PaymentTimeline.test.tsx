import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TimelineEntry } from '@/api/payments';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { PaymentTimeline } from './PaymentTimeline';

const entries: TimelineEntry[] = [
  { step: 'opened', at: '2026-11-23T11:00:00Z', amount_minor: 125_000, currency: 'SAR' },
  { step: 'page_opened', at: '2026-11-23T11:01:00Z', payment_id: 'p-1' },
  {
    step: 'declined',
    at: '2026-11-23T11:02:00Z',
    code: 'insufficient_funds',
    payment_id: 'p-1',
    technical: { transaction_id: '192036465', error: '51 · INSUFFICIENT_FUNDS' },
  },
  {
    step: 'asked',
    code: 'unpaid',
    since: '2026-11-23T11:03:00Z',
    at: '2026-11-23T11:09:00Z',
    times: 3,
    payment_id: 'p-2',
  },
];

function show(mine: boolean) {
  serve({
    '/api/v1/charges/c-1/timeline': () => ok({ entries, next_inquiry_at: '2026-11-23T11:17:00Z' }),
  });
  renderAt('/', <PaymentTimeline chargeId="c-1" mine={mine} />);
}

it('says to the payer in plain words what happened and when the bank is asked again', async () => {
  show(true);
  expect(await screen.findByText(/We'll check with the bank again at .*17/)).toBeVisible();
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps[0]).toMatch(/^Checked with the bank: not paid yet.*3 times since/);
  expect(steps[1]).toMatch(/declined the card.*doesn't have enough funds/);
  expect(steps[2]).toMatch(/^You opened the payment page/);
});

it('shows numbers and the provider’s words where the server sends them', async () => {
  show(false);
  expect(await screen.findByText('192036465')).toBeVisible();
  expect(screen.getByText('51 · INSUFFICIENT_FUNDS')).toBeVisible();
  expect(screen.getByText('The payer opened the payment page')).toBeVisible();
});
