import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import AccountChangePage from './AccountChangePage';

const READ = '/api/v1/auth/account-change';
const REVERT = `${READ}/revert`;
const PATH = '/auth/account-change#sEcret';
const change = {
  email: 'old@example.org',
  fields: ['email'],
  changed_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-27T08:00:00Z',
};

afterEach(() => i18next.changeLanguage('en'));

describe('a change that another person made', () => {
  it.each([
    ['en', 'Undo the change', 'Set a new password'],
    ['ar', 'التراجع عن التغيير', 'تعيين كلمة مرور جديدة'],
  ] as const)('is undone in %s, and its secret leaves the address', async (locale, undo, next) => {
    await i18next.changeLanguage(locale);
    const calls = serve({
      [READ]: () => ok(change),
      [REVERT]: () => new Response(null, { status: 204 }),
    });
    const { router } = renderAt(PATH, <AccountChangePage />);
    expect(await screen.findByText('old@example.org')).toBeInTheDocument();
    expect(router.state.location.hash).toBe('');
    await userEvent.click(screen.getByRole('button', { name: undo }));
    const link = await screen.findByRole('link', { name: next });
    expect(link).toHaveAttribute('href', '/auth/forgot-password');
    const sent = calls.find(({ url }) => url.endsWith('/revert'));
    expect(await sent?.json()).toEqual({ token: 'sEcret' });
  });

  it.each([
    ['account_change.expired', /has expired/],
    ['account_change.already_reverted', /already undone/],
  ])('says %s, with a way to us', async (code, text) => {
    serve({ [READ]: () => refuse(409, code) });
    renderAt(PATH, <AccountChangePage />);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: 'Contact us' })).toBeInTheDocument();
  });

  it('stays with the reason when it cannot be undone', async () => {
    serve({
      [READ]: () => ok(change),
      [REVERT]: () => refuse(409, 'account_change.details_taken'),
    });
    renderAt(PATH, <AccountChangePage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Another account now uses/);
  });
});
