import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { BulkEnrollmentDetail, BulkRowRead } from '@/api/enrollment';
import { href, paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import BatchBulkPage from './BatchBulkPage';
import BulkPage from './BulkPage';

const ID = '0198c5a4-0000-7000-8000-0000000000b1';
const BASE = '/api/v1/bulk-enrollments';

const bulk: BulkEnrollmentDetail = {
  id: ID,
  organization_id: '0198c5a4-0000-7000-8000-0000000000a1',
  organization_name_en: 'Gulf Logistics',
  organization_name_ar: 'الخليج للخدمات اللوجستية',
  batch_id: null,
  status: 'checked',
  test: false,
  file_name: 'people.xlsx',
  row_count: 3,
  valid: 1,
  invalid: 2,
  confirmed: 0,
  amount_minor: 0,
  currency: 'SAR',
  purchase_order: null,
  payment_due_at: null,
  charge_id: null,
  created_at: '2026-11-23T08:00:00Z',
  updated_at: '2026-11-23T08:00:00Z',
  confirmed_at: null,
  headings: ['Who', 'Identity', 'Course'],
  samples: [['Layla', '1012345672', 'WHS-1']],
  mapping: { name_en: 0, civil_number: 1, batch: 2 },
  states: { valid: 1, invalid: 1, decide: 1 },
  registration: 'person',
  bought_seats: 0,
  free_seats: 0,
  seat_price_minor: 0,
  batches: [
    {
      id: '0198c5a4-0000-7000-8000-0000000000c1',
      code: 'WHS-1',
      title_en: 'Warehousing',
      title_ar: 'التخزين',
      city_en: 'Dammam',
      starts_at: '2027-02-28T22:00:00Z',
      price_minor: 75_000,
      currency: 'SAR',
      waiting_list: true,
      rows: 3,
      seats_left: 2,
      own_seats: 0,
    },
  ],
  quote: {
    lines: [
      {
        title_en: 'Warehousing',
        title_ar: 'التخزين',
        code: 'WHS-1',
        quantity: 2,
        unit_minor: 75_000,
      },
      {
        title_en: 'Candidate registration fee',
        title_ar: 'رسوم تسجيل متدرب',
        code: '',
        quantity: 1,
        unit_minor: 20_000,
      },
    ],
    total_minor: 170_000,
    currency: 'SAR',
    registration: 'organization',
  },
  uninvited: 2,
  waits: 0,
  people_until: null,
};

const row = (number: number, changes: Partial<BulkRowRead> = {}): BulkRowRead => ({
  number,
  state: 'valid',
  cells: { name_en: `Layla ${number}`, civil_number: '1012345672', batch: 'WHS-1' },
  errors: [],
  shown_name_en: '',
  shown_name_ar: '',
  uninvited: false,
  enrollment_id: null,
  enrollment_status: null,
  ...changes,
});

const pageOf = (rows: BulkRowRead[]) =>
  ok({ data: rows, meta: { page: 1, page_size: 100, total: rows.length } });

it('headings that are not known are mapped, with the first values of each column', async () => {
  let stored: BulkEnrollmentDetail = { ...bulk, status: 'mapping', mapping: { name_en: 0 } };
  const calls = serve({
    [`${BASE}/${ID}`]: () => ok(stored),
    [`${BASE}/${ID}/mapping`]: () => {
      stored = { ...bulk, status: 'checking' };
      return ok(stored);
    },
    [`${BASE}/${ID}/progress`]: () => new Response(null),
  });
  renderAt(`/?id=${ID}`, <BulkPage />);
  const check = await screen.findByRole('button', { name: 'Check rows' });
  expect(check).toBeDisabled();
  expect(screen.getByText('Layla')).toBeVisible();
  for (const [field, heading] of [
    ['Civil number', 'Identity'],
    ['Batch code', 'Course'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: field }));
    await userEvent.click(await screen.findByRole('option', { name: heading }));
  }
  await userEvent.click(check);
  expect(await screen.findByRole('progressbar')).toBeVisible();
  const sent = calls.find(({ url }) => url.endsWith('/mapping'));
  expect(await sent?.json()).toEqual({ mapping: { name_en: 0, civil_number: 1, batch: 2 } });
});

it('rows are decided about and mended, and what will happen is said before it is confirmed', async () => {
  const other = row(3, {
    state: 'decide',
    shown_name_en: 'Sara A.',
    errors: [
      { field: 'name_en', code: 'person.other_name', message: 'Another.', message_ar: 'آخر' },
    ],
  });
  const wrong = row(2, {
    state: 'invalid',
    errors: [
      { field: 'batch', code: 'batch.not_found', message: 'No such batch.', message_ar: 'لا' },
    ],
  });
  let stored = bulk;
  const calls = serve({
    [`${BASE}/${ID}`]: () => ok(stored),
    [`${BASE}/${ID}/rows`]: ({ url, method }) => {
      if (method === 'PATCH') return ok(stored);
      const asked = new URL(url).searchParams;
      if (asked.get('state') === 'decide') return pageOf([other]);
      return pageOf(asked.has('number') ? [row(2)] : [wrong, other]);
    },
    [`${BASE}/${ID}/confirm`]: () => {
      stored = { ...bulk, quote: { ...bulk.quote, total_minor: 160_000 } as typeof bulk.quote };
      return refuse(409, 'bulk_enrollment.total_changed');
    },
  });
  renderAt(`/?id=${ID}`, <BulkPage />);

  const item = (await screen.findByText('Sara A.')).closest('li') as HTMLElement;
  await userEvent.click(within(item).getByRole('button', { name: 'Use this person' }));
  const patches = () => calls.filter(({ method }) => method === 'PATCH');
  await expect.poll(() => patches().length).toBe(1);
  expect(await patches()[0]?.json()).toEqual({ rows: [{ number: 3, use_person: true }] });

  const cell = (await screen.findByText('No such batch.')).closest('[role=gridcell]');
  await userEvent.dblClick(cell as HTMLElement);
  await userEvent.keyboard('WHS-1{Enter}');
  await expect.poll(() => screen.queryByText('No such batch.')).toBeNull();
  expect(await patches()[1]?.json()).toEqual({
    cells: [{ number: 2, column: 'batch', value: 'WHS-1WHS-1' }],
    rows: [],
  });

  await userEvent.click(screen.getByRole('button', { name: 'Continue with 1 person' }));
  // Two of three people fit; the user must agree to the waiting list for the third.
  expect(await screen.findByText('No seat for 1 person: waiting list')).toBeVisible();
  expect(screen.getAllByText(/1,500/).length).toBeGreaterThan(0);
  expect(screen.getByText(/1 new person/)).toHaveTextContent(/200/);
  expect(screen.getByText('Total').parentElement).toHaveTextContent(/1,700/);
  expect(screen.getByText(/registration fees of new people are added/)).toBeVisible();
  // The venue's date, whatever the user's time zone.
  expect(screen.getByText(/\b1 Mar|Mar\w* 1\b/)).toBeVisible();
  expect(screen.getByText(/2 new people have only a mobile number/)).toBeVisible();
  const confirm = screen.getByRole('button', { name: 'Confirm 1 enrollment' });
  expect(confirm).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Purchase order number' }), 'PO-7');
  await userEvent.click(confirm);
  expect(await screen.findByText(/total has changed/i)).toBeVisible();
  const sent = calls.find(({ url }) => url.endsWith('/confirm'));
  expect(await sent?.json()).toEqual({
    purchase_order: 'PO-7',
    when_full: 'wait',
    total_minor: 170_000,
  });
  await expect.poll(() => screen.getByText('Total').parentElement?.textContent).toMatch(/1,600/);
});

it('rows are left out one by one or all that have errors, and taken up again', async () => {
  const wrong = row(2, {
    state: 'invalid',
    errors: [
      { field: 'batch', code: 'batch.not_found', message: 'No such batch.', message_ar: 'لا' },
    ],
  });
  const left = { ...wrong, state: 'skipped' as const };
  let stored: BulkEnrollmentDetail = { ...bulk, invalid: 1, states: { valid: 1, invalid: 1 } };
  const calls = serve({
    [`${BASE}/${ID}`]: () => ok(stored),
    [`${BASE}/${ID}/rows`]: ({ url, method }) => {
      if (method !== 'PATCH')
        return pageOf([new URL(url).searchParams.has('number') ? left : wrong]);
      stored = { ...stored, invalid: 0, states: { valid: 1, skipped: 1 } };
      return ok(stored);
    },
  });
  renderAt(`/?id=${ID}`, <BulkPage />);
  const line = (await screen.findByText('Batch code: No such batch.')).closest('[role=row]');
  const cell = within(line as HTMLElement)
    .getByText('Yes')
    .closest('[role=gridcell]');
  await userEvent.dblClick(cell as HTMLElement);
  await userEvent.click(await screen.findByRole('option', { name: 'Skipped' }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.queryByText('Batch code: No such batch.')).toBeNull();
  const patches = () => calls.filter(({ method }) => method === 'PATCH');
  expect(await patches()[0]?.json()).toEqual({ cells: [], rows: [{ number: 2, skip: true }] });

  await userEvent.click(await screen.findByRole('button', { name: 'Include 1 row again' }));
  await expect.poll(() => patches().length).toBe(2);
  expect(await patches()[1]?.json()).toEqual({ skip_faulty: false });
  stored = { ...bulk, invalid: 2, states: { valid: 1, invalid: 2 } };
  renderAt(`/?id=${ID}`, <BulkPage />);
  await userEvent.click(
    (
      await screen.findAllByRole('button', { name: 'Skip all 2 rows with errors' })
    )[0] as HTMLElement,
  );
  await expect.poll(() => patches().length).toBe(3);
  expect(await patches()[2]?.json()).toEqual({ skip_faulty: true });
});

it('a test says that it is one, and goes on as if it were paid', async () => {
  let stored: BulkEnrollmentDetail = {
    ...bulk,
    test: true,
    status: 'awaiting_payment',
    file_name: '',
    amount_minor: 150_000,
    payment_due_at: '2029-12-01T08:00:00Z',
  };
  serve({
    [`${BASE}/${ID}`]: () => ok(stored),
    [`${BASE}/${ID}/rows`]: () => pageOf([row(1, { state: 'enrolled' })]),
    [`${BASE}/${ID}/pay-test`]: () => {
      stored = { ...stored, status: 'finished', confirmed: 2 };
      return ok(stored);
    },
  });
  renderAt(`/?id=${ID}`, <BulkPage />);
  expect(await screen.findByText('Test')).toBeVisible();
  expect(screen.getByText(/no one gets an account or a message/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Simulate payment' }));
  expect(await screen.findByText('Done: 2 enrollments confirmed.')).toBeVisible();
});

it('whom nobody could invite is counted and listed with the result', async () => {
  const asked: URLSearchParams[] = [];
  serve({
    [`${BASE}/${ID}`]: () => ok({ ...bulk, status: 'finished', confirmed: 3 }),
    [`${BASE}/${ID}/rows`]: ({ url }) => {
      asked.push(new URL(url).searchParams);
      return pageOf([row(1, { state: 'enrolled', uninvited: true })]);
    },
  });
  renderAt(`/?id=${ID}`, <BulkPage />);
  expect(await screen.findByText(/2 people could not be invited/)).toBeVisible();
  expect(await screen.findByText(/mobile number only/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show these people' }));
  await expect.poll(() => asked.at(-1)?.get('uninvited')).toBe('true');
});

it('of one batch, the heading names it', async () => {
  serve({
    '/api/v1/batches/batch-1': () =>
      ok({
        id: 'batch-1',
        code: 'WHS-1',
        starts_at: '2030-01-06T06:00:00Z',
        ends_at: '2030-01-07T10:00:00Z',
        training: { title_en: 'Warehousing', title_ar: 'التخزين' },
      }),
    [`${BASE}/${ID}`]: () => ok({ ...bulk, status: 'cancelled' }),
    [`${BASE}/${ID}/rows`]: () => pageOf([]),
  });
  const at = href(paths.batchBulkEnroll, { uuid: 'batch-1' });
  const page = <Route path={paths.batchBulkEnroll} element={<BatchBulkPage />} />;
  const { unmount } = renderAt(at, <Routes>{page}</Routes>);
  expect(
    await screen.findByRole('heading', { name: 'Bulk enroll into Warehousing' }),
  ).toBeVisible();
  expect(screen.getByText('WHS-1')).toBeVisible();
  unmount();
  renderAt(`${at}?id=${ID}`, <Routes>{page}</Routes>);
  expect(await screen.findByRole('heading', { name: 'people.xlsx' })).toBeVisible();
  expect(await screen.findByText(/Warehousing ·/)).toBeVisible();
});

const batchOf = (uuid: string) => ({
  id: uuid,
  code: 'WHS-1',
  starts_at: '2030-01-06T06:00:00Z',
  ends_at: '2030-01-07T10:00:00Z',
  availability: 'open',
  price_minor: 75_000,
  price_10_minor: 60_000,
  price_50_minor: null,
  currency: 'SAR',
  seats_left: 12,
  training: { title_en: 'Warehousing', title_ar: 'التخزين' },
});

it('seats are bought without names, and a person on one is exchanged', async () => {
  const bought: BulkEnrollmentDetail = {
    ...bulk,
    batch_id: 'batch-1',
    status: 'awaiting_payment',
    file_name: '',
    batches: [],
    states: {},
    quote: null,
    bought_seats: 10,
    free_seats: 10,
    seat_price_minor: 60_000,
    amount_minor: 600_000,
    charge_id: 'charge-1',
    payment_due_at: '2029-12-01T08:00:00Z',
  };
  let stored = bought;
  const calls = serve({
    '/api/v1/batches/batch-1': () => ok(batchOf('batch-1')),
    [BASE]: () => ok({ data: [], meta: { page: 1, page_size: 100, total: 0 } }),
    [`${BASE}/seats`]: () => ok(bought),
    [`${BASE}/${ID}`]: () => ok(stored),
    [`${BASE}/${ID}/people`]: () =>
      ok({
        data: [
          { enrollment_id: 'e-1', status: 'confirmed', name_en: 'Huda Ali', name_ar: 'هدى علي' },
        ],
        meta: { page: 1, page_size: 100, total: 1 },
      }),
    [`${BASE}/${ID}/people/remove`]: () => {
      stored = { ...stored, free_seats: 10 };
      return ok(stored);
    },
  });
  const at = href(paths.batchBulkEnroll, { uuid: 'batch-1' });
  const page = <Route path={paths.batchBulkEnroll} element={<BatchBulkPage />} />;
  const { unmount } = renderAt(at, <Routes>{page}</Routes>);
  await userEvent.click(await screen.findByRole('button', { name: 'Buy seats without names' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Seats/ }), '10');
  expect(within(dialog).getByText(/6,000/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Buy seats' }));
  expect(await screen.findByRole('link', { name: 'Pay now' })).toBeVisible();
  const sent = calls.find(({ url }) => url.endsWith('/seats'));
  expect(await sent?.json()).toMatchObject({
    batch_id: 'batch-1',
    seats: 10,
    total_minor: 600_000,
  });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
  unmount();

  stored = { ...bought, status: 'finished', free_seats: 9 };
  renderAt(`${at}?id=${ID}`, <Routes>{page}</Routes>);
  expect(await screen.findByText('9 seats still need people.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Rana comes');
  await userEvent.click(screen.getByRole('button', { name: 'End enrollment' }));
  expect(await screen.findByText('10 seats still need people.')).toBeVisible();
  const removed = calls.find(({ url }) => url.endsWith('/remove'));
  expect(await removed?.json()).toEqual({ enrollment_id: 'e-1', reason: 'Rana comes' });
});
