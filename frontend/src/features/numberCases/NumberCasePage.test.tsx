import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { CaseDetail, PartyRead } from '@/api/identity';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import NumberCaseListPage from './NumberCaseListPage';
import NumberCasePage from './NumberCasePage';

function aParty(name_en: string, given: Partial<PartyRead> = {}): PartyRead {
  return {
    user_id: name_en,
    username: name_en.toLowerCase(),
    name_en,
    name_ar: name_en,
    email: `${name_en.toLowerCase()}@example.org`,
    phone: '+966500000000',
    nationality: 'SA',
    birth_date: '1990-05-06',
    gender: 'female',
    image_url: null,
    number: null,
    numbers_fixed_at: null,
    registered_at: '2026-01-01T08:00:00Z',
    asked: false,
    documents: [],
    ...given,
  };
}

const found: CaseDetail = {
  id: '7',
  kind: 'civil',
  cause: 'claim',
  number: '1000000008',
  country: null,
  old_number: null,
  reason: 'It is on my card.',
  status: 'open',
  comment: null,
  claimant: aParty('Layla', {
    documents: [{ id: 'd', media_type: 'image/webp', size: 9, created_at: '2026-11-20T08:00:00Z' }],
  }),
  holder: aParty('Omar', { number: '1000000008' }),
  can_decide: true,
  pending_confirmation: null,
  entries: [
    {
      id: 'e',
      action: 'opened',
      actor: aParty('Layla'),
      user: aParty('Layla'),
      old_number: null,
      new_number: '••••••0008',
      comment: null,
      created_at: '2026-11-20T08:00:00Z',
    },
  ],
  version: 3,
  created_at: '2026-11-20T08:00:00Z',
  decided_at: null,
};
const ADDRESS = '/api/v1/users/number-cases/7';

function show() {
  const router = createMemoryRouter([{ path: paths.numberCase, element: <NumberCasePage /> }], {
    initialEntries: [paths.numberCase.replace(':id', '7')],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

describe('a number that an admin decides about', () => {
  it('shows both people side by side and who did what', async () => {
    serve({ [ADDRESS]: () => ok(found) });
    show();
    const layla = within(await screen.findByRole('region', { name: 'Layla' }));
    expect(layla.getByRole('button', { name: 'Document 1' })).toBeInTheDocument();
    const omar = within(screen.getByRole('region', { name: 'Omar' }));
    expect(omar.getByText('1000000008')).toBeInTheDocument();
    expect(omar.getByText('No documents')).toBeInTheDocument();
    expect(screen.getByText('Layla requested the number')).toBeInTheDocument();
  });

  it('is decided with a reason, by what was seen', async () => {
    let now = found;
    const calls = serve({
      [ADDRESS]: () => ok(now),
      [`${ADDRESS}/decisions`]: () => {
        now = { ...found, status: 'granted', can_decide: false };
        return ok(now);
      },
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to Layla' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/removed from the account of Omar/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Assign number' }));
    expect(dialog.getByLabelText(/Reason/)).toBeInvalid();
    await userEvent.type(dialog.getByLabelText(/Reason/), 'The card shows it.');
    await userEvent.click(dialog.getByRole('button', { name: 'Assign number' }));
    await expect.poll(() => screen.queryByRole('button', { name: /It is the number/ })).toBeNull();
    const sent = calls.find(({ method }) => method === 'POST');
    expect(await sent?.json()).toEqual({
      decision: 'granted',
      comment: 'The card shows it.',
      asks: [],
      version: 3,
    });
  });

  it.each([
    ['en', 'Another admin must confirm the decision on this number.'],
    ['ar', 'القرار بشأن هذا الرقم بانتظار تأكيد مشرف آخر.'],
  ])('says that a decision waits for another admin (%s)', async (language, text) => {
    await i18next.changeLanguage(language);
    const pending_confirmation = {
      id: 'c',
      for_operator: false,
      created_at: '2026-11-27T08:00:00Z',
      expires_at: '2026-11-30T08:00:00Z',
    };
    serve({ [ADDRESS]: () => ok({ ...found, pending_confirmation }) });
    show();
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('offers no decision to those who may only look', async () => {
    serve({ [ADDRESS]: () => ok({ ...found, can_decide: false }) });
    show();
    expect(await screen.findByText(/You can view this request/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /It is the number/ })).toBeNull();
  });
});

describe('the list of numbers', () => {
  const LIST = '/api/v1/users/number-cases';
  const page = (data: unknown[]) => ({
    data,
    meta: { page: 1, page_size: 20, total: data.length },
  });

  it('says when there is nothing, and when it cannot be had', async () => {
    setScreen('narrow');
    serve({ [LIST]: () => ok(page([])) });
    const view = renderAt(paths.numberCases, <NumberCaseListPage />);
    expect(await screen.findByText('No requests to decide')).toBeInTheDocument();
    view.unmount();
    serve({ [LIST]: () => refuse(503, 'service.unavailable') });
    renderAt(paths.numberCases, <NumberCaseListPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('keeps the chosen state in the address and asks for it', async () => {
    setScreen('narrow');
    const calls = serve({ [LIST]: () => ok(page([found])) });
    const { router } = renderAt(paths.numberCases, <NumberCaseListPage />);
    await userEvent.click(await screen.findByRole('tab', { name: 'Awaiting decision (1)' }));
    expect(router.state.location.search).toBe('?state=waiting');
    await expect
      .poll(() => calls.some(({ url }) => /state=waiting&?.*sort|sort.*state=waiting/.test(url)))
      .toBe(true);
    expect(screen.getByText('Layla')).toBeInTheDocument();
  });
});
