import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConfirmationRow } from '@/api/identity';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import ConfirmationListPage from './ConfirmationListPage';

const LIST = '/api/v1/confirmations';
const CONFIRM = `${LIST}/c1/confirm`;

const row: ConfirmationRow = {
  id: 'c1',
  kind: 'account',
  subject_id: 'u1',
  subject_name_en: 'Layla Al Harbi',
  subject_name_ar: 'ليلى الحربي',
  changes: [{ field: 'email', before: 'old@example.org', after: 'new@example.org' }],
  requested_by: 'u2',
  requested_by_name_en: 'Omar',
  requested_by_name_ar: 'عمر',
  for_operator: false,
  status: 'open',
  decided_by_name_en: null,
  decided_by_name_ar: null,
  decided_at: null,
  can_confirm: true,
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-23T08:00:00Z',
};
const page = (data: unknown[]) =>
  ok({ data, meta: { page: 1, page_size: 20, total: data.length, capped: false } });

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: /Layla Al Harbi/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
}

afterEach(() => i18next.changeLanguage('en'));

describe('the queue of confirmations', () => {
  it('shows the change before it is confirmed', async () => {
    setScreen('narrow');
    const calls = serve({
      [LIST]: () => page([row]),
      [CONFIRM]: () => ok({ ...row, status: 'confirmed', can_confirm: false }),
    });
    renderAt(paths.confirmations, <ConfirmationListPage />);
    const dialog = await choose('Confirm change');
    expect(dialog.getByText('old@example.org → new@example.org')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm change' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('/confirm'))).toHaveLength(1);
  });

  it('keeps the dialog with the reason when the change has become stale', async () => {
    setScreen('narrow');
    serve({ [LIST]: () => page([row]), [CONFIRM]: () => refuse(409, 'confirmation.outdated') });
    renderAt(paths.confirmations, <ConfirmationListPage />);
    const dialog = await choose('Confirm change');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm change' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/The details changed/);
  });

  it('lets the requester only decline', async () => {
    setScreen('narrow');
    serve({ [LIST]: () => page([{ ...row, can_confirm: false }]) });
    renderAt(paths.confirmations, <ConfirmationListPage />);
    await userEvent.click(await screen.findByRole('button', { name: /Layla Al Harbi/ }));
    expect(await screen.findByRole('menuitem', { name: 'Decline change' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Confirm change' })).toBeNull();
  });

  it.each([
    ['en', 'No changes to confirm'],
    ['ar', 'لا توجد تغييرات بانتظار التأكيد'],
  ] as const)('is empty in %s', async (locale, text) => {
    await i18next.changeLanguage(locale);
    setScreen('narrow');
    serve({ [LIST]: () => page([]) });
    renderAt(paths.confirmations, <ConfirmationListPage />);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});
