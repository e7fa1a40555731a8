import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import SharingPage from './SharingPage';

const MINE = '/api/v1/certificates/mine';
const LINKS = '/api/v1/learners/mine/links';
const LOOKS = '/api/v1/learners/mine/looks';

const certificate = (id: string, title: string, is_public = false) => ({
  id,
  number: `5110-QT0P-QD4${id}`,
  training_title_en: title,
  training_title_ar: title,
  issued_on: '2026-11-01',
  is_public,
});
const page = (data: unknown[], total = data.length) =>
  ok({ data, meta: { page: 1, page_size: 100, total } });

const look = {
  id: 'l1',
  looked_at: '2026-11-20T09:00:00Z',
  by_link: true,
  name_en: 'Gulf Academy',
  name_ar: 'أكاديمية الخليج',
  signed_in: true,
  network: '192.0.2.0/24',
};

const answers = () => ({
  [MINE]: () => page([certificate('1', 'Forklift driving'), certificate('2', 'Cold chain', true)]),
  [LINKS]: () => ok([]),
  [LOOKS]: () =>
    page([look, { ...look, id: 'l2', name_en: null, name_ar: null, signed_in: false }]),
});

describe('what a holder shows', () => {
  it('is switched for each certificate', async () => {
    let isPublic = false;
    const calls = serve({
      ...answers(),
      [MINE]: () => page([certificate('1', 'Forklift driving', isPublic)]),
      '/api/v1/learners/mine/certificates/1': () => {
        isPublic = true;
        return new Response(null, { status: 204 });
      },
    });
    renderAt('/', <SharingPage />);
    const switched = await screen.findByRole('switch', { name: 'Forklift driving: public' });
    expect(switched).not.toBeChecked();
    await userEvent.click(switched);
    await waitFor(() => expect(switched).toBeChecked());
    const change = calls.find(({ method }) => method === 'PATCH');
    expect(await change?.json()).toEqual({ is_public: true });
    await screen.findByText('Public');
  });

  it('is handed out by a link whose address is shown once', async () => {
    const calls = serve({
      ...answers(),
      [LINKS]: (request) =>
        request.method === 'POST'
          ? ok({
              id: 'k1',
              certificate_ids: ['1'],
              created_at: '2026-11-23T06:00:00Z',
              ends_at: '2026-12-23T06:00:00Z',
              token: 'secret',
            })
          : ok([]),
    });
    renderAt('/', <SharingPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Certificates' }));
    await userEvent.click(screen.getByRole('option', { name: /Forklift driving/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(/\/certificates\/shared\/secret$/)).toBeVisible();
    const made = calls.find(({ method }) => method === 'POST');
    expect(await made?.json()).toEqual({ certificate_ids: ['1'], days: 30 });
  });

  it('is withdrawn after a question', async () => {
    let links = [
      {
        id: 'k1',
        certificate_ids: ['2'],
        created_at: '2026-11-23T06:00:00Z',
        ends_at: '2026-12-23T06:00:00Z',
      },
    ];
    serve({
      ...answers(),
      [LINKS]: () => ok(links),
      [`${LINKS}/k1`]: () => {
        links = [];
        return new Response(null, { status: 204 });
      },
    });
    renderAt('/', <SharingPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw link' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Withdraw link' }));
    expect(await screen.findByText('No links yet.')).toBeVisible();
  });

  it('was looked at by these', async () => {
    serve(answers());
    renderAt('/', <SharingPage />);
    await waitFor(() => expect(screen.getByText('Gulf Academy')).toBeVisible());
    expect(screen.getByText('A visitor without an account')).toBeVisible();
  });
});
