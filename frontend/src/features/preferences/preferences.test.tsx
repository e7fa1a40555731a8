import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PreferencesRead } from '@/api/notifications';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import PreferencesPage from './PreferencesPage';
import UnsubscribePage from './UnsubscribePage';

const PATH = '/api/v1/notifications/preferences';
const chosen: PreferencesRead = {
  muted: [{ subject: 'alerts', channel: 'email' }],
  quiet_from: null,
  quiet_until: null,
  subjects: ['payments', 'alerts', 'security'],
  always: ['security'],
  channels: ['email', 'push'],
};

function open(put: (body: object) => Response = (body) => ok({ ...chosen, ...body })) {
  const calls = serve({
    [PATH]: async (request: Request) =>
      request.method === 'PUT' ? put(await request.clone().json()) : ok(chosen),
  });
  renderAt(paths.accountNotices, <PreferencesPage />);
  return async () => {
    const puts = calls.filter(({ method }) => method === 'PUT');
    return Promise.all(puts.map((call) => call.clone().json()));
  };
}

it('each choice is saved at once, and security cannot be turned off', async () => {
  const saved = open();
  const email = await screen.findByRole('checkbox', { name: 'Payments by Email' });
  expect(email).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'New dates by Email' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Security by Email' })).toBeDisabled();
  await userEvent.click(email);
  await userEvent.click(screen.getByRole('checkbox', { name: 'New dates by Email' }));
  await waitFor(async () => expect(await saved()).toHaveLength(2));
  expect((await saved())[1]).toEqual({
    muted: [{ subject: 'payments', channel: 'email' }],
    quiet_from: null,
    quiet_until: null,
  });
  expect(email).not.toBeChecked();
});

it('quiet hours are turned on with usual ones, and changed', async () => {
  const saved = open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Turn on quiet hours' }));
  const from = await screen.findByLabelText('From');
  fireEvent.change(from, { target: { value: '23:30' } });
  fireEvent.blur(from);
  await waitFor(async () => expect(await saved()).toHaveLength(2));
  expect((await saved())[0]).toMatchObject({ quiet_from: '22:00:00', quiet_until: '07:00:00' });
  expect((await saved())[1]).toMatchObject({ quiet_from: '23:30:00', quiet_until: '07:00:00' });
});

it('what was refused is shown as it is stored', async () => {
  open(() => refuse(503, 'service.unavailable'));
  const email = await screen.findByRole('checkbox', { name: 'Payments by Email' });
  await userEvent.click(email);
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(email).toBeChecked());
});

it('a link of a mail ends such mails by a press only', async () => {
  const calls = serve({
    '/api/v1/notifications/opt-outs/payments.abc': () => ok({ subject: 'payments' }),
  });
  renderAt(`${paths.unsubscribe}#payments.abc`, <UnsubscribePage />);
  const press = await screen.findByRole('button', { name: 'Stop these emails' });
  expect(calls).toHaveLength(0);
  await userEvent.click(press);
  expect(await screen.findByText('Emails stopped')).toBeVisible();
  expect(calls.map(({ method }) => method)).toEqual(['POST']);
});

it('without a link there is nothing to press', async () => {
  renderAt(paths.unsubscribe, <UnsubscribePage />);
  expect(await screen.findByText(/at the end of one of our emails/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('a choice stays when an older answer comes after it', async () => {
  let answerLate = (_: Response) => {};
  let asked = 0;
  serve({
    [PATH]: async (request: Request) => {
      if (request.method === 'PUT') return ok({ ...chosen, ...(await request.clone().json()) });
      asked += 1;
      return asked === 1
        ? ok(chosen)
        : new Promise((resolve) => {
            answerLate = resolve;
          });
    },
  });
  const { client } = renderAt(paths.accountNotices, <PreferencesPage />);
  const email = await screen.findByRole('checkbox', { name: 'Payments by Email' });
  void client.invalidateQueries();
  await waitFor(() => expect(asked).toBe(2));
  await userEvent.click(email);
  expect(email).not.toBeChecked();
  answerLate(ok(chosen));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(email).not.toBeChecked();
});
