import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AlertRead } from '@/api/catalog';
import { aTraining } from '@/domain/training/testing';
import { startSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import SavedBatchesPage from './SavedBatchesPage';
import TrainingPage from './TrainingPage';

const training = aTraining();
const none = { data: [], meta: { page: 1, page_size: 6, total: 0 } };
const riyadh = { id: 'riyadh', name_en: 'Riyadh', name_ar: 'الرياض' };
const anAlert = (city: AlertRead['city']): AlertRead => ({
  id: 'alert',
  training: { id: training.id, title_en: training.title_en, title_ar: 'المستودعات', public: true },
  city,
  created_at: '2026-11-23T08:00:00Z',
});

const signIn = () => {
  const { user } = aSession('candidate');
  if (user) startSession({ access_token: aToken(600), user });
};

/** Serves a training without batches, and the current alerts. */
function serveAlerts(alerts: AlertRead[]) {
  return serve({
    '/api/v1/trainings/': () => ok(training),
    [`/api/v1/trainings/${training.id}`]: () => ok(training),
    '/api/v1/batches': () => ok(none),
    '/api/v1/batches/saved': () => ok({ batch_ids: [] }),
    '/api/v1/cities': () => ok({ data: [riyadh], meta: none.meta }),
    '/api/v1/trainings/alerts': async (request) => {
      if (request.method === 'GET') return ok(alerts);
      const { city_id } = await request.json();
      const alert = anAlert(city_id ? riyadh : null);
      alerts.push(alert);
      return ok(alert);
    },
    '/api/v1/trainings/alerts/alert': () => {
      alerts.length = 0;
      return new Response(null, { status: 204 });
    },
  });
}

it('is set by a candidate for one city, and ended again', async () => {
  signIn();
  const calls = serveAlerts([]);
  renderAt('/', <TrainingPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me about new dates' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('combobox', { name: 'City' }));
  await userEvent.click(await screen.findByRole('option', { name: /Riyadh/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Notify me' }));
  const isSet = await screen.findByRole('button', { name: "You'll hear about new dates" });
  const sent = await calls.find(({ method }) => method === 'POST')?.json();
  expect(sent).toEqual({ training_id: training.id, city_id: 'riyadh' });

  await userEvent.click(isSet);
  const end = await screen.findByRole('button', { name: /^Turn off the alert: .*Riyadh$/ });
  await userEvent.click(end);
  await expect.poll(() => calls.some(({ method }) => method === 'DELETE')).toBe(true);
  const dialogAgain = within(await screen.findByRole('dialog'));
  await userEvent.click(dialogAgain.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Notify me about new dates' })).toBeVisible();
});

it('leads a visitor to sign in, and is set for them when they come back', async () => {
  const said = vi.spyOn(toast, 'success');
  const calls = serveAlerts([]);
  const { router } = renderAt('/', <TrainingPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Notify me about new dates' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in to continue' }));
  const back = `/trainings/${training.id}?alert=all`;
  await expect.poll(() => router.state.location.pathname).toBe(paths.signIn);
  expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent(back)}`);

  signIn();
  const again = renderAt(back, <TrainingPage />);
  await expect.poll(() => said.mock.calls).toHaveLength(1);
  const posts = calls.filter(({ method }) => method === 'POST');
  expect(await Promise.all(posts.map((call) => call.json()))).toEqual([
    { training_id: training.id, city_id: null },
  ]);
  expect(again.router.state.location.search).toBe('');
});

it('stands among what is saved', async () => {
  signIn();
  const alerts = [anAlert(null)];
  serveAlerts(alerts);
  renderAt(paths.savedBatches, <SavedBatchesPage />);
  expect(await screen.findByText('All cities and online')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Turn off the alert/ }));
  await expect.poll(() => screen.queryByText('Alerts for new dates')).toBeNull();
});
