import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { DataRequestRead } from '@/api/identity';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import MyDataPage from './MyDataPage';

const request: DataRequestRead = {
  id: 'd1',
  status: 'collecting',
  answered: 4,
  services: 6,
  size: null,
  created_at: '2026-11-20T08:00:00Z',
  ready_at: null,
  expires_at: '2026-11-27T08:00:00Z',
};
const PLACE = '/api/v1/users/me/data-requests';
const ERASURE = '/api/v1/users/me/erasure';

it('the progress is followed until the file is ready', async () => {
  const states: DataRequestRead[] = [request, { ...request, status: 'ready', size: 2048 }];
  serve({
    [PLACE]: () => ok([states.length > 1 ? states.shift() : states[0]]),
    [ERASURE]: () => ok(null),
  });
  renderAt('/', <MyDataPage />);
  const bar = await screen.findByRole('progressbar', { name: 'Collected 4 of 6 parts' });
  expect(bar).toHaveAttribute('aria-valuenow', '67');
  expect(screen.getByRole('button', { name: 'Request again' })).toBeDisabled();
  expect(
    await screen.findByRole('button', { name: 'Download (2 KB)' }, { timeout: 5000 }),
  ).toBeInTheDocument();
});

it('is asked for once there is nothing yet', async () => {
  let asked = false;
  const calls = serve({
    [PLACE]: ({ method }) => {
      asked ||= method === 'POST';
      return ok(method === 'POST' ? request : asked ? [request] : []);
    },
    [ERASURE]: () => ok(null),
  });
  renderAt('/', <MyDataPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Request your data' }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  expect(calls.map(({ method }) => method)).toContain('POST');
});

it('an erasure that is not possible yet says what is open, and leads there', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const erasure = {
    id: 'e1',
    status: 'blocked',
    obstacles: ['open_enrollment', 'refund_running'],
    comment: null,
    created_at: '2026-11-20T08:00:00Z',
    decided_at: null,
  };
  serve({ [PLACE]: () => ok([]), [ERASURE]: () => ok(erasure) });
  renderAt('/', <MyDataPage />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(
    await screen.findByRole('link', { name: /You have an active enrollment/ }),
  ).toHaveAttribute('href', '/candidate/my-trainings');
  expect(screen.getByRole('link', { name: 'You have a refund in progress.' })).toHaveAttribute(
    'href',
    '/candidate/my-payments',
  );
  expect(screen.getByRole('button', { name: 'Request again' })).toBeEnabled();
});
