import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aTraining } from '@/domain/training/testing';
import { toast } from '@/lib/toast';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import OrganizationPage from './OrganizationPage';
import TrainingPage from './TrainingPage';

const batch = {
  id: 'batch-1',
  code: 'WHS-101-1',
  availability: 'open',
  mode: 'online',
  capacity: 10,
  seats_left: 3,
  price_minor: 125_000,
  currency: 'SAR',
  starts_at: '2030-01-10T06:00:00Z',
  ends_at: '2030-01-12T14:00:00Z',
  city: null,
  training: aTraining(),
};

it('shows what is taught, what it takes to pass, and the batches to come', async () => {
  const training = aTraining({
    min_score_percent: 70,
    standard_code: 'L-2044',
    attachments: [
      { id: 'a', name: 'Outline', media_type: 'application/pdf', size_bytes: 9, url: '/a' },
    ],
  });
  serve({
    '/api/v1/trainings/': () => ok(training),
    '/api/v1/batches': () => ok({ data: [batch], meta: { page: 1, page_size: 6, total: 1 } }),
  });
  renderAt('/', <TrainingPage />);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Warehouse operations' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Academy' })).toHaveAttribute(
    'href',
    `/organizations/${training.organization.id}`,
  );
  expect((await screen.findByText('step')).tagName).toBe('EM');
  expect(screen.getByText('70% score')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'L-2044' })).toHaveAttribute(
    'href',
    '/trainings?standard_code=L-2044',
  );
  const copied = vi.spyOn(toast, 'success');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await expect.poll(() => copied.mock.calls).toEqual([['Link copied']]);
  expect(await navigator.clipboard.readText()).toBe(
    window.location.origin + window.location.pathname,
  );
  expect(screen.getByRole('link', { name: 'Outline' })).toHaveAttribute('href', '/a');
  expect(await screen.findByRole('link', { name: /Warehouse operations/ })).toHaveAttribute(
    'href',
    `/trainings/${training.id}/batch/batch-1`,
  );
});

it('shows an organization with its trainings', async () => {
  const training = aTraining();
  serve({
    '/api/v1/trainings/organizations/': () => ok(training.organization),
    '/api/v1/trainings': () =>
      ok({ data: [training], meta: { page: 1, page_size: 12, total: 13 } }),
  });
  renderAt('/', <OrganizationPage />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Academy' })).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: /Warehouse operations/ })).toHaveAttribute(
    'href',
    `/trainings/${training.id}`,
  );
  expect(screen.getByRole('link', { name: 'All its trainings' })).toHaveAttribute(
    'href',
    `/trainings?organization_id=${training.organization.id}`,
  );
});
