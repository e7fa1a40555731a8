import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ApplicationDetail } from '@/api/enrollment';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import ApplyPayPage from './ApplyPayPage';
import ApplyReviewPage from './ApplyReviewPage';
import ApplyStaffPage from './ApplyStaffPage';
import { application, member } from './testing';

const staff = [
  member('Huda'),
  member('Sami'),
  member('Omar'),
  member('Lama', { is_eligible: false }),
  member('Ziad', { is_taken: true }),
];

const steps = (
  <Routes>
    <Route path={paths.applyStaff} element={<ApplyStaffPage />} />
    <Route path={paths.applyReview} element={<ApplyReviewPage />} />
    <Route path={paths.applyPay} element={<ApplyPayPage />} />
  </Routes>
);

describe('applying to an announcement', () => {
  it('goes from the people over all of it once more to the fee', async () => {
    let stored = application;
    const calls = serve({
      '/api/v1/applications': () => ok(stored),
      '/api/v1/applications/staff-members': () =>
        ok({ data: staff, meta: { page: 1, page_size: 100, total: staff.length } }),
      '/api/v1/applications/application-1': () => {
        stored = { ...stored, version: 4, staff: staff.slice(0, 2), staff_count: 2 };
        return ok(stored);
      },
      '/api/v1/applications/application-1/submit': () => {
        stored = { ...stored, version: 5, status: 'pending_payment' };
        return ok(stored);
      },
    });
    renderAt('/announcements/a/staff-members', steps);
    await userEvent.click(await screen.findByRole('checkbox', { name: /Huda/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Sami/ }));
    const rowOf = (name: RegExp) =>
      screen.getByRole('checkbox', { name }).closest('[role="button"]');
    // The required number is selected; people who cannot be selected show the reason.
    for (const name of [/Omar/, /Lama/, /Ziad/]) {
      expect(rowOf(name)).toHaveAttribute('aria-disabled', 'true');
    }
    expect(screen.getByText('Not approved yet')).toBeVisible();
    expect(screen.getByText('Works for another organization')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /About/ }), 'We know the port.');
    await userEvent.click(screen.getByRole('button', { name: 'Save and review' }));
    await userEvent.click(await screen.findByRole('button', { name: /pay SAR/ }));
    expect(await screen.findByText('Preparing your payment…')).toBeVisible();
    const changes = calls.filter(({ method }) => method !== 'GET');
    const sent = await Promise.all(changes.map((call) => call.json()));
    expect(sent).toContainEqual({
      version: 3,
      note: 'We know the port.',
      profile_ids: ['Huda', 'Sami'],
    });
    expect(sent).toContainEqual({ version: 4 });
    stored = { ...stored, charge_id: 'charge-1' };
    const pay = await screen.findByRole('link', { name: 'Pay' }, { timeout: 3000 });
    expect(pay).toHaveAttribute('href', expect.stringContaining('charge=charge-1'));
  });

  it('says what is to be changed', async () => {
    const returned: ApplicationDetail = {
      ...application,
      status: 'returned',
      comment: 'Nearly',
      remarks: [{ field: 'staff_members', text: 'Another one' }],
    };
    serve({ '/api/v1/applications': () => ok(returned) });
    renderAt('/announcements/a/review', steps);
    expect(await screen.findByText('Nearly')).toBeVisible();
    expect(screen.getByText('Another one')).toBeVisible();
    expect(screen.getByRole('button', { name: /Continue to pay/ })).toBeDisabled();
  });

  it('leads on from where nothing is to be done', async () => {
    serve({ '/api/v1/applications': () => ok({ ...application, status: 'submitted' }) });
    renderAt('/announcements/a/pay', steps);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'View application' })).toHaveAttribute(
        'href',
        '/dashboard/applications/application-1/view',
      ),
    );
  });
});
