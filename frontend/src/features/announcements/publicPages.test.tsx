import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { AnnouncementRead } from '@/api/catalog';
import { href, paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import AnnouncementsPage from './AnnouncementsPage';
import PublicAnnouncementPage from './PublicAnnouncementPage';
import { anAnnouncement, CATEGORY, terms } from './testing';

const open = anAnnouncement({
  opens_at: '2020-01-01T06:00:00Z',
  closes_at: '2099-02-01T09:00:00Z',
  attachments: [terms],
});

it('the list says what it finds and why it finds nothing, and the address what was asked', async () => {
  const calls = serve({
    '/api/v1/announcements': ({ url }) => {
      const finds = !new URL(url).searchParams.has('open_now');
      const later = anAnnouncement({ id: 'a2', fee_minor: 0, opens_at: '2098-01-01T06:00:00Z' });
      return ok({
        data: finds ? [open, { ...later, closes_at: open.closes_at, title_en: 'Drivers' }] : [],
        meta: { page: 1, page_size: 24, total: finds ? 30 : 0 },
      });
    },
  });
  const { router } = renderAt(`/announcements?category_id=${CATEGORY.id}`, <AnnouncementsPage />);
  const user = userEvent.setup({ delay: null });
  const card = await screen.findByRole('link', { name: /Transport supervisors/ });
  expect(card).toHaveAttribute('href', '/announcements/a1');
  expect(card).toHaveTextContent(/Closes 1 Feb 2099.*3 staff members.*SAR\s500.*Open$/);
  expect(screen.getByRole('link', { name: /Drivers/ })).toHaveTextContent(
    /Opens 1 Jan 2098.*No fee.*Not open yet/,
  );
  expect(screen.getByText('30 announcements')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Go to page 2' })).toBeInTheDocument();

  await user.click(screen.getByRole('switch', { name: 'Open now only' }));
  expect(await screen.findByText(/Category, Open now only/)).toBeInTheDocument();
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    open_now: 'true',
    category_id: CATEGORY.id,
  });
  const last = calls.filter(({ url }) => url.includes('/announcements')).at(-1);
  expect(Object.fromEntries(new URL(last?.url ?? '').searchParams)).toMatchObject({
    open_now: 'true',
    category_id: CATEGORY.id,
    page_size: '24',
  });
});

function renderPage(announcement: AnnouncementRead) {
  serve({ '/api/v1/announcements/a1': () => ok(announcement) });
  return renderAt(
    href(paths.announcement, { id: 'a1' }),
    <Routes>
      <Route path={paths.announcement} element={<PublicAnnouncementPage />} />
    </Routes>,
  );
}

it('the page says what is asked for, and for whom and until when as long as it is open', async () => {
  const { unmount } = renderPage(open);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Transport supervisors' }),
  ).toBeInTheDocument();
  expect(screen.getByText('Licensed organizations')).toBeInTheDocument();
  expect((await screen.findByText('Shifts')).tagName).toBe('P');
  const file = screen.getByRole('link', { name: 'Terms' });
  expect(file).toHaveAttribute('href', terms.url);
  expect(file).toHaveAttribute('download');
  expect(screen.getByText('PDF · 3 KB')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/until 1 Feb 2099/),
      'Nominate 3 staff members.',
      expect.stringMatching(/^The application fee is SAR\s500/),
    ]),
  );
  expect(screen.getByRole('link', { name: 'Register an organization' })).toHaveAttribute(
    'href',
    paths.signUp,
  );
  unmount();

  renderPage({ ...open, status: 'closed', closes_at: '2020-02-01T09:00:00Z' });
  expect(await screen.findByText(/closed on 1 Feb 2020/)).toBeInTheDocument();
  expect(screen.queryByText(/asked for/)).toBeNull();
  expect(screen.getByRole('link', { name: 'See other announcements' })).toHaveAttribute(
    'href',
    paths.announcements,
  );
});
