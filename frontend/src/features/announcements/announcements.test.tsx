import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import { AnnouncementAttachments } from './AnnouncementAttachments';
import AnnouncementPage from './AnnouncementPage';
import { toFormValues, toRequestBody } from './announcementForm';
import { anAnnouncement, terms } from './testing';

const draft = anAnnouncement({ status: 'draft' });

it('are submitted with the version that was read, and say what is wrong', async () => {
  setScreen('wide');
  const { user } = aSession('admin', { permissions: ['view-announcement', 'edit-announcement'] });
  if (user) startSession({ access_token: aToken(600), user });
  const calls = serve({
    '/api/v1/announcements/managed/a1': () => ok(draft),
    '/api/v1/announcements/a1/submit': () => refuse(409, 'resource.edit_conflict'),
  });
  renderAt(
    href(paths.announcementView, { id: 'a1' }),
    <Routes>
      <Route path={paths.announcementView} element={<AnnouncementPage />} />
    </Routes>,
  );
  expect(await screen.findByText('Licensed organizations')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /More|Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Submit for approval' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit for approval' }));
  expect(await dialog.findByText(/Someone else changed this/)).toBeVisible();
  expect(await calls.find(({ method }) => method === 'POST')?.json()).toEqual({ version: 4 });
});

it.each([
  ['en', 'Delete', 'Delete this announcement?'],
  ['ar', 'حذف', 'هل تريد حذف هذا الإعلان؟'],
])(
  'that are drafts are deleted after asking, and a refusal stays in the dialog (%s)',
  async (locale, action, title) => {
    await i18next.changeLanguage(locale);
    const { user } = aSession('admin', { permissions: ['view-announcement', 'edit-announcement'] });
    if (user) startSession({ access_token: aToken(600), user });
    let isRefused = true;
    const calls = serve({
      '/api/v1/announcements/managed/a1': () => ok(draft),
      '/api/v1/announcements/a1': () =>
        isRefused ? refuse(503, 'service.unavailable') : new Response(null, { status: 204 }),
    });
    const { router } = renderAt(
      href(paths.announcementView, { id: 'a1' }),
      <Routes>
        <Route path={paths.announcementView} element={<AnnouncementPage />} />
        <Route path={paths.manageAnnouncements} element={null} />
      </Routes>,
    );
    const menus = await screen.findAllByRole('button', { expanded: false });
    const menu = menus.find((each) => each.getAttribute('aria-haspopup') === 'menu');
    if (menu) await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(dialog.getByRole('button', { name: action }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    isRefused = false;
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await expect.poll(() => router.state.location.pathname).toBe(paths.manageAnnouncements);
    expect(calls.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(1);
  },
);

it('are typed in the time of Riyadh', () => {
  const values = toFormValues(draft);
  expect(values.closes_at).toBe('2030-02-02T00:30');
  const { opens_at, closes_at } = toRequestBody(values as Parameters<typeof toRequestBody>[0]);
  expect([opens_at, closes_at]).toEqual(['2030-01-01T06:00:00.000Z', '2030-02-01T21:30:00.000Z']);
});

it('have documents, each of which is stored and removed at once', async () => {
  const attached = { ...draft, attachments: [terms], version: 5 };
  const calls = serve({
    '/api/v1/announcements/a1/attachments': () => ok(attached),
    '/api/v1/announcements/a1/attachments/f1': () => ok(draft),
  });
  const onChanged = vi.fn();
  renderAt('/', <AnnouncementAttachments announcement={attached} onChanged={onChanged} />);
  expect(screen.getByText('3 KB')).toBeVisible();
  const pdf = new File(['%PDF-1.7'], 'Terms.pdf', { type: 'application/pdf' });
  await userEvent.upload(screen.getByLabelText('Add a document', { selector: 'input' }), pdf);
  await waitFor(() => expect(onChanged).toHaveBeenLastCalledWith(attached));
  await userEvent.click(screen.getByRole('button', { name: /Remove.*Terms/ }));
  await waitFor(() => expect(onChanged).toHaveBeenLastCalledWith(draft));
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});
