import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { DeliveryRow } from '@/api/notifications';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import DeliveryListPage from './DeliveryListPage';

const LIST = '/api/v1/notifications/deliveries';
const row: DeliveryRow = {
  id: 'd1',
  channel: 'sms',
  status: 'suppressed',
  kind: 'charge_paid',
  user_id: 'u1',
  name_en: 'Huda Salem',
  name_ar: 'هدى سالم',
  address: '+966501234567',
  mark: null,
  error: 'the person has got 10 messages today',
  attempts: 1,
  created_at: '2026-11-20T08:00:00Z',
  repeatable: true,
};

beforeEach(() => setScreen('narrow'));

it('what did not arrive is listed with its reason and sent again', async () => {
  const calls = serve({
    [`${LIST}/d1/repeat`]: () => ok({ ...row, status: 'queued', repeatable: false }),
    [LIST]: () => ok({ data: [row], meta: { page: 1, page_size: 20, total: 1 } }),
  });
  renderAt(paths.settingsDeliveries, <DeliveryListPage />);
  expect(await screen.findByText('Huda Salem')).toBeVisible();
  expect(screen.getByText('+966501234567')).toBeVisible();
  expect(screen.getByText(row.error ?? '')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Huda Salem/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Resend' }));
  await waitFor(() =>
    expect(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
      `POST ${LIST}/d1/repeat`,
    ),
  );
});
