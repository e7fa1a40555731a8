import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aTraining } from '@/domain/training/testing';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import BatchesPage from './BatchesPage';
import CompareBatchesPage from './CompareBatchesPage';
import SavedBatchesPage from './SavedBatchesPage';

const ids = [1, 2].map((last) => `01936f6e-5b8a-7cc2-9d0e-3f1b2a4c5d6${last}`) as [string, string];

const aBatch = (id: string, given: object = {}) => ({
  id,
  code: `WHS-${id.at(-1)}`,
  status: 'published',
  availability: 'open',
  mode: 'online',
  language: 'ar',
  city: null,
  venue_en: '',
  venue_ar: '',
  capacity: 10,
  seats_left: 3,
  price_minor: 125_000,
  currency: 'SAR',
  starts_at: '2030-01-10T06:00:00Z',
  ends_at: '2030-01-12T14:00:00Z',
  training: aTraining(),
  ...given,
});

const both = [aBatch(ids[0]), aBatch(ids[1], { price_minor: 90_000, seats_left: 0 })];

const listed = (request: Request) => {
  const asked = new URL(request.url).searchParams.getAll('id');
  const data = both.filter(({ id }) => asked.length === 0 || asked.includes(id));
  return ok({ data, meta: { page: 1, page_size: 50, total: data.length } });
};
const hearts = () => screen.getAllByRole('button', { name: /^Save: Warehouse operations/ });

it('a visitor’s hearts are kept in the browser, and two batches are compared', async () => {
  serve({ '/api/v1/batches': listed });
  const user = userEvent.setup({ delay: null });
  const { unmount } = renderAt('/', <BatchesPage />);
  await screen.findAllByRole('heading', { name: 'Warehouse operations' });
  for (const heart of hearts()) await user.click(heart);
  expect(hearts().map((heart) => heart.getAttribute('aria-pressed'))).toEqual(['true', 'true']);
  expect(screen.getByRole('link', { name: 'Saved batches' })).toBeVisible();
  unmount();

  const saved = renderAt('/', <SavedBatchesPage />);
  const marks = await screen.findAllByRole('checkbox', { name: 'Compare this batch' });
  for (const mark of marks) await user.click(mark);
  const address = screen.getByRole('link', { name: 'Compare' }).getAttribute('href') ?? '';
  expect(new URL(address, 'http://x').searchParams.getAll('id').sort()).toEqual(ids);
  saved.unmount();

  renderAt(address, <CompareBatchesPage />);
  const price = (await screen.findByRole('rowheader', { name: /Price/ })).closest('tr');
  expect(price).toHaveTextContent(/Differs.*(1,250.*900|900.*1,250)/);
  const level = screen.getByRole('rowheader', { name: 'Level' });
  expect(within(level).queryByText('Differs')).not.toBeInTheDocument();
});

it('what a visitor saved is added to what the candidate has, once they sign in', async () => {
  localStorage.setItem('saved_batches', JSON.stringify([ids[0]]));
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  let stored = [ids[1]];
  const calls = serve({
    '/api/v1/batches': listed,
    '/api/v1/batches/saved': async (request) => {
      if (request.method === 'POST') stored = [...(await request.json()).batch_ids, ...stored];
      return ok({ batch_ids: stored });
    },
    [`/api/v1/batches/saved/${ids[0]}`]: () => {
      stored = [ids[1]];
      return new Response(null, { status: 204 });
    },
  });
  renderAt('/', <SavedBatchesPage />);
  await waitFor(() => expect(hearts()).toHaveLength(2));
  expect(localStorage.getItem('saved_batches')).toBeNull();
  const [first] = hearts();
  if (first) await userEvent.click(first);
  await waitFor(() => expect(hearts()).toHaveLength(1));
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

it('a batch stays saved when an older answer comes after it', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  let answerLate = (_: Response) => {};
  const late: Promise<Response>[] = [];
  let isLate = false;
  serve({
    '/api/v1/batches': listed,
    '/api/v1/batches/saved': (request) => {
      // The change is still pending.
      if (request.method === 'POST') return new Promise(() => {});
      if (!isLate) return ok({ batch_ids: [] });
      const answer = new Promise<Response>((resolve) => {
        answerLate = resolve;
      });
      late.push(answer);
      return answer;
    },
  });
  const { client } = renderAt('/', <BatchesPage />);
  await screen.findAllByRole('heading', { name: 'Warehouse operations' });
  const [heart] = hearts();
  if (!heart) throw new Error('no heart');
  isLate = true;
  void client.invalidateQueries();
  await waitFor(() => expect(late).not.toHaveLength(0));
  await userEvent.click(heart);
  await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
  answerLate(ok({ batch_ids: [] }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heart).toHaveAttribute('aria-pressed', 'true');
});
