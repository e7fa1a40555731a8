import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import type { NotificationRead } from '@/api/notifications';
import { opens } from '@/lib/access';
import { paths } from '@/routes/paths';
import { aSession } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { ClearRead } from './ClearRead';
import NotificationListPage from './NotificationListPage';

const LIST = '/api/v1/notifications';
const notice: NotificationRead = {
  id: 'n1',
  kind: 'enrollment_confirmed',
  title_en: 'Your seat is confirmed',
  title_ar: 'تأكد مقعدك',
  body_en: 'See you there',
  body_ar: 'نراك هناك',
  link: '/candidate/my-trainings',
  created_at: '2026-11-20T08:00:00Z',
  read_at: null,
};

function answers(data: NotificationRead[]) {
  return {
    [`${LIST}/unread-count`]: () => ok({ unread: data.length }),
    [LIST]: () => ok({ data, meta: { page: 1, page_size: 20, total: data.length } }),
    [`${LIST}/n1/read`]: () => ok(notice),
  };
}

it('narrows the list in the address and marks one without following it', async () => {
  const calls = serve(answers([notice]));
  const { router } = renderAt(paths.candidateNotifications, <NotificationListPage />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Unread (1)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Topic' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Enrollments' }));
  expect(router.state.location.search).toBe('?unread=true&subject=enrollments');
  await waitFor(() => {
    const asked = calls.filter(({ url }) => new URL(url).pathname === LIST);
    expect(asked.at(-1)?.url).toContain('unread=true&subject=enrollments');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await waitFor(() =>
    expect(calls.map(({ url }) => new URL(url).pathname)).toContain(`${LIST}/n1/read`),
  );
  expect(router.state.location.pathname).toBe(paths.candidateNotifications);
  expect(screen.getByRole('link', { name: /Your seat/ })).toHaveAttribute('href', notice.link);
});

it('says that nothing is about what was chosen, and leads back to all', async () => {
  serve(answers([]));
  const { router } = renderAt(
    `${paths.candidateNotifications}?subject=payments`,
    <NotificationListPage />,
  );
  expect(await screen.findByText('No notifications on this topic')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Show all notifications' }));
  expect(router.state.location.search).toBe('');
});

it.each([
  ['en', 'Clear read', 'Clear read notifications?'],
  ['ar', 'مسح المقروء', 'هل تريد مسح الإشعارات المقروءة؟'],
])(
  'clears what is read after asking, and a refusal stays in the dialog (%s)',
  async (locale, action, title) => {
    await i18next.changeLanguage(locale);
    let isRefused = true;
    const calls = serve({
      [LIST]: () => (isRefused ? refuse(503, 'service.unavailable') : ok({ cleared: 2 })),
    });
    renderAt('/', <ClearRead />);
    await userEvent.click(await screen.findByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(dialog.getByRole('button', { name: action }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    isRefused = false;
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['DELETE']));
  },
);

it('is open before any gate, to each in their own area', () => {
  const waiting = {
    user: { civil_number: null },
    profile: { paid: false, image: null, approval: null },
  };
  expect(opens('candidateNotifications', aSession('candidate', waiting))).toBe(true);
  expect(opens('notifications', aSession('candidate', waiting))).toBe(false);
  expect(opens('notifications', aSession('organization', waiting))).toBe(true);
  expect(opens('notifications', aSession('trainer'))).toBe(true);
});
