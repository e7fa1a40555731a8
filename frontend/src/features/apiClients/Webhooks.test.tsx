import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { DeliveryDetail, EndpointRead } from '@/api/notifications';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import DeliveryListPage from './DeliveryListPage';
import DeliveryPage from './DeliveryPage';
import WebhookListPage from './WebhookListPage';
import WebhookPage from './WebhookPage';

const endpoint: EndpointRead = {
  id: 'e1',
  url: 'https://ports.example/hooks',
  events: ['bulk_enrollment.finished', 'enrollment.changed'],
  active: true,
  previous_ends_at: null,
  version: 4,
  created_at: '2026-11-01T08:00:00Z',
};
const attempt = { attempted_at: '2026-11-20T08:00:00Z', took_ms: 120 };
const delivery: DeliveryDetail = {
  id: 'd1',
  event: 'bulk_enrollment.finished',
  payload: { type: 'bulk_enrollment.finished', data: { status: 'finished' } },
  status: 'failed',
  attempts: 2,
  next_attempt_at: '2026-11-20T08:00:00Z',
  response_status: 500,
  response_body: 'out of order',
  error: null,
  created_at: '2026-11-20T08:00:00Z',
  delivered_at: null,
  answers: [
    { ...attempt, id: 'a2', response_status: 500, response_body: 'out of order', error: null },
    {
      ...attempt,
      id: 'a1',
      response_status: null,
      response_body: null,
      error: 'AddressRefused: ports.example is no public address',
    },
  ],
};
const page = <Row,>(data: Row[]) => ({
  data,
  meta: { page: 1, page_size: 20, total: data.length },
});
const ROOT = '/api/v1/webhook-endpoints';
const answers = {
  [ROOT]: (request: Request) =>
    ok(request.method === 'POST' ? { ...endpoint, secret: 'whsec_c2VjcmV0' } : page([endpoint])),
  [`${ROOT}/e1`]: () => ok(endpoint),
  [`${ROOT}/e1/deliveries`]: () => ok(page([delivery])),
  [`${ROOT}/e1/deliveries/d1`]: () => ok(delivery),
  [`${ROOT}/e1/deliveries/d1/resend`]: () => ok({ ...delivery, status: 'queued' }),
};

const open = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path={paths.webhooks} element={<WebhookListPage />} />
      <Route path={paths.webhook} element={<WebhookPage />} />
      <Route path={paths.webhookDeliveries} element={<DeliveryListPage />} />
      <Route path={paths.webhookDelivery} element={<DeliveryPage />} />
    </Routes>,
  );

it('an endpoint is added with its events, and its secret is shown once', async () => {
  setScreen('narrow');
  const calls = serve(answers);
  open('/dashboard/webhooks');
  await userEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }));
  const form = within(screen.getByRole('dialog', { name: 'Add endpoint' }));
  await userEvent.type(form.getByLabelText(/Address/), ' https://ports.example/hooks ');
  await userEvent.click(form.getByRole('button', { name: 'Add endpoint' }));
  const dialog = await screen.findByRole('dialog', { name: /Secret for ports.example/ });
  expect(within(dialog).getByText('whsec_c2VjcmV0')).toBeInTheDocument();
  const posted = calls.find(({ method }) => method === 'POST');
  const body = await posted?.json();
  expect(body.url).toBe('https://ports.example/hooks');
  expect(body.events).toHaveLength(6);
});

it('an address that is refused says so at its field', async () => {
  setScreen('narrow');
  serve({
    ...answers,
    [ROOT]: (request) =>
      request.method === 'POST'
        ? refuse(422, 'request.invalid', { fields: [['url', 'webhook_endpoint.https_required']] })
        : ok(page([])),
  });
  open('/dashboard/webhooks');
  expect(await screen.findByText('No endpoints yet')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Add endpoint' }));
  const form = within(screen.getByRole('dialog'));
  await userEvent.type(form.getByLabelText(/Address/), 'http://ports.example');
  await userEvent.click(form.getByRole('button', { name: 'Add endpoint' }));
  expect(await form.findByText('Enter an address that begins with https://.')).toBeInTheDocument();
});

it.each([
  { action: 'Pause', active: false, meaning: /be sent, not even later/ },
  { action: 'Resume', active: true, meaning: /are sent again/ },
])('$action says what it means, and sends the version that was looked at', async (each) => {
  const shown = { ...endpoint, active: !each.active };
  const calls = serve({ ...answers, [`${ROOT}/e1`]: () => ok(shown) });
  open('/dashboard/webhooks/e1');
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: each.action }));
  const dialog = within(screen.getByRole('dialog', { name: /^(Pause|Resume) / }));
  expect(dialog.getByText(each.meaning)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: each.action }));
  const put = calls.find(({ method }) => method === 'PUT');
  const { url, events } = endpoint;
  expect(await put?.json()).toEqual({ url, events, active: each.active, version: 4 });
});

it('while two secrets sign, a third cannot be made and the page says until when', async () => {
  const rotating = { ...endpoint, previous_ends_at: '2099-01-01T00:00:00Z' };
  serve({ ...answers, [`${ROOT}/e1`]: () => ok(rotating) });
  open('/dashboard/webhooks/e1');
  expect(await screen.findByText(/also signed with the previous secret/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Actions/ }));
  expect(screen.getByRole('menuitem', { name: 'Create new secret' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

it('the log is filtered by its address', async () => {
  setScreen('narrow');
  const calls = serve(answers);
  open('/dashboard/webhooks/e1/deliveries?status=failed&event=test');
  expect(await screen.findByText('HTTP 500')).toBeInTheDocument();
  const asked = calls.find(({ url }) => url.includes('/deliveries'));
  expect(new URL(asked?.url ?? '').search).toContain('status=failed');
  expect(new URL(asked?.url ?? '').search).toContain('event=test');
});

it('a message shows its payload and every answer, and is sent again', async () => {
  const calls = serve(answers);
  open('/dashboard/webhooks/e1/deliveries/d1');
  expect(await screen.findByText(/"status": "finished"/)).toBeInTheDocument();
  expect(screen.getByText(/Attempt 2/)).toHaveTextContent('Attempt 2: HTTP 500');
  expect(screen.getByText('out of order')).toBeInTheDocument();
  expect(screen.getByText(/Attempt 1/)).toHaveTextContent('Attempt 1: No response');
  expect(screen.getByText(/connect because the address isn't public/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(calls.some(({ url }) => url.endsWith('/resend'))).toBe(true);
});
