import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { TimesReport } from '@/api/approvals';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import TimesPage from './TimesPage';

const TIMES = '/api/v1/approvals/times';
const took = { decided: 4, median: 1.5, p90: 4.8, overdue: 1 };
const level = {
  ...took,
  level_id: 'l1',
  content_type: 'organization' as const,
  name_en: 'Documents',
  name_ar: 'المستندات',
};
const report: TimesReport = {
  decided_from: '2026-08-26',
  decided_to: '2026-11-23',
  levels: [level, { ...level, level_id: 'l2', content_type: 'staff', overdue: 0, median: 1 }],
  approvers: [{ ...took, user_id: 'u1', name_en: 'Noura Ali', name_ar: 'نورة علي' }],
};

function signIn() {
  const { user } = aSession('admin', { permissions: ['view-approval-level'] });
  if (user) startSession({ access_token: aToken(600), user });
}

it('says how long levels and approvers took, in the days of the address', async () => {
  signIn();
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:times');
  const calls = serve({
    [TIMES]: () => ok(report),
    [`${TIMES}/export`]: () => new Response('a,b'),
  });
  const { router } = renderAt(`${paths.approvalTimes}?decided_from=2026-09-01`, <TimesPage />);
  const levels = within(await screen.findByRole('table', { name: 'Levels' }));
  expect(levels.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LevelKind of requestDecisionsMedian90% withinOverdue',
    'DocumentsOrganization41.5 working days4.8 working days25% (1)',
    'DocumentsStaff41 working day4.8 working days0% (0)',
  ]);
  const approvers = within(screen.getByRole('table', { name: 'Approvers' }));
  expect(approvers.getByRole('row', { name: /Noura Ali/ })).toHaveTextContent('25% (1)');
  const chart = within(screen.getByRole('img', { name: /^Median and 90th/ }));
  expect(chart.getByText('Documents (Organization)')).toBeVisible();
  expect(chart.getByText('Documents (Staff)')).toBeVisible();

  await userEvent.click(screen.getByRole('combobox', { name: 'Kind of request' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Staff' }));
  expect(router.state.location.search).toBe('?decided_from=2026-09-01&content_type=staff');
  await waitFor(() =>
    expect(new URL(calls.at(-1)?.url ?? '').search).toBe(
      '?decided_from=2026-09-01&content_type=staff',
    ),
  );

  const [, ofApprovers] = screen.getAllByRole('button', { name: 'Export' });
  await userEvent.click(ofApprovers as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const asked = new URL(calls.at(-1)?.url ?? '').searchParams;
  expect(Object.fromEntries(asked)).toEqual({
    decided_from: '2026-09-01',
    content_type: 'staff',
    part: 'approvers',
    format: 'csv',
    language: 'en',
  });
});

it('says what is wrong with a period at its field, and that nothing was decided', async () => {
  signIn();
  serve({
    [TIMES]: ({ url }) =>
      url.includes('2020')
        ? refuse(422, 'request.invalid', { fields: [['decided_from', 'period.too_long']] })
        : ok({ ...report, levels: [], approvers: [] }),
  });
  const { router } = renderAt(`${paths.approvalTimes}?decided_from=2020-01-01`, <TimesPage />);
  expect(await screen.findByText('Choose a period of up to two years.')).toBeVisible();
  await router.navigate(paths.approvalTimes);
  expect(await screen.findByText('No decisions in this period')).toBeVisible();
});
