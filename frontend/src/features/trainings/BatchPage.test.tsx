import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aToken, aUser } from '@/test/factories';
import { ok, serve } from '@/test/serve';
import BatchPage from './BatchPage';

const organization = { id: 'org', name_en: 'Gulf Logistics', name_ar: 'لوجستيات الخليج' };
const category = { id: 'category', name_en: 'Warehouse', name_ar: 'المستودعات' };

const aBatch = (given: object = {}) => ({
  id: 'batch-1',
  code: 'FLT-1',
  availability: 'open',
  status: 'published',
  mode: 'in_person',
  language: 'ar',
  capacity: 10,
  seats_left: 3,
  seats_taken: 7,
  waiting: 0,
  price_minor: 125_000,
  currency: 'SAR',
  requires_acceptance: false,
  enrollment_opens_at: '2026-01-01T00:00:00Z',
  enrollment_closes_at: '2030-01-09T00:00:00Z',
  starts_at: '2030-01-10T06:00:00Z',
  ends_at: '2030-01-12T14:00:00Z',
  city: null,
  sessions: [],
  training: {
    id: 'training-1',
    title_en: 'Forklift driving',
    title_ar: 'قيادة الرافعات',
    level: 'foundation',
    duration_hours: 24,
    certificate_valid_months: null,
    organization,
    category,
  },
  ...given,
});

function open(address: string, batch: object = aBatch()) {
  serve({ '/api/v1/batches/batch-1': () => ok(batch) });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: paths.batch, element: <BatchPage /> }], {
    initialEntries: [address],
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

describe('the page of a batch', () => {
  it('that is full offers to wait only where there is a waiting list', async () => {
    const full = { availability: 'full', seats_left: 0, seats_taken: 10 };
    open('/trainings/training-1/batch/batch-1', aBatch({ ...full, waiting_list: false }));
    expect(await screen.findByText('All seats of this batch are taken.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Other batches of this training' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Join the waiting list' })).toBeNull();
    cleanup();
    open('/trainings/training-1/batch/batch-1', aBatch({ ...full, waiting_list: true }));
    expect(await screen.findByRole('link', { name: 'Join the waiting list' })).toBeVisible();
  });

  it('says what organizations pay that enroll many, as far as it is less', async () => {
    open(
      '/trainings/training-1/batch/batch-1',
      aBatch({ price_10_minor: 125_000, price_50_minor: 90_000 }),
    );
    expect(await screen.findByText(/for organizations that enroll 50 or more/)).toHaveTextContent(
      /900/,
    );
    expect(screen.queryByText(/for organizations that enroll 10 or more/)).toBeNull();
  });

  it('shows the picture of its training, where it has one', async () => {
    const picture = () => document.querySelector('img[src="/media/forklift.webp?width=640"]');
    open('/trainings/training-1/batch/batch-1');
    await screen.findByRole('link', { name: 'Enroll' });
    expect(picture()).toBeNull();
    cleanup();
    const { training } = aBatch();
    open(
      '/trainings/training-1/batch/batch-1',
      aBatch({ training: { ...training, image_url: '/media/forklift.webp?width=640' } }),
    );
    await screen.findByRole('link', { name: 'Enroll' });
    expect(picture()).toBeVisible();
  });

  it('puts an address right that names another training', async () => {
    const router = open('/trainings/another/batch/batch-1');
    await screen.findByRole('heading', { name: 'Forklift driving' });
    expect(router.state.location.pathname).toBe('/trainings/training-1/batch/batch-1');
  });

  it.each(['full', 'closed', 'cancelled'])('of a %s batch leads to the others', async (state) => {
    open('/trainings/training-1/batch/batch-1', aBatch({ availability: state }));
    expect(
      await screen.findByRole('link', { name: 'Other batches of this training' }),
    ).toHaveAttribute('href', '/trainings/batches?training_id=training-1');
  });

  it('leads to the enrollment while there are seats, a visitor by a new account', async () => {
    const here = '/trainings/training-1/batch/batch-1/enroll';
    open('/trainings/training-1/batch/batch-1');
    expect(await screen.findByRole('link', { name: 'Enroll' })).toHaveAttribute(
      'href',
      `/auth/sign-up?redirect=${encodeURIComponent(here)}`,
    );
    cleanup();
    startSession({ access_token: aToken(600), user: aUser() });
    open('/trainings/training-1/batch/batch-1');
    expect(await screen.findByRole('link', { name: 'Enroll' })).toHaveAttribute('href', here);
  });
});
