import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import BatchCandidatesPage from './BatchCandidatesPage';
import { CancelByOrganization } from './CancelByOrganization';
import { anEnrollment } from './testing';

it.each([
  [{ status: 'confirmed' }, 'SAR 1,250 will be refunded in full'],
  [{ status: 'pending_payment' }, 'No payment was made'],
  [{ status: 'confirmed', price_minor: 0 }, 'nothing to refund'],
  [{ status: 'waitlisted' }, 'loses their place on the waiting list'],
] as const)('says of %o what becomes of the seat and the money', async (given, text) => {
  renderAt('/', <CancelByOrganization enrollment={anEnrollment(given)} onClose={() => {}} />);
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the enrollment of Sara?' });
  expect(dialog.textContent?.replaceAll('\u00a0', ' ')).toContain(text);
});

it('sends the reason, without which it sends nothing', async () => {
  const path = '/api/v1/enrollments/enrollment-1/cancel-by-organization';
  const calls = serve({ [path]: () => ok(anEnrollment({ status: 'cancelled' })) });
  const close = vi.fn();
  renderAt('/', <CancelByOrganization enrollment={anEnrollment()} onClose={close} />);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel enrollment' }));
  expect(calls).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The employer withdrew');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel enrollment' }));
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
  const sent = calls.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({ reason: 'The employer withdrew' });
});

it.each([
  ['en', /Sara/, 'Remove from batch', 'Cancel the enrollment of Sara?'],
  ['ar', /سارة/, 'إزالة من الدورة', 'هل تريد إلغاء تسجيل سارة؟'],
])(
  'is found in the list of a batch, for those who can still be removed (%s)',
  async (locale, name, action, title) => {
    await i18next.changeLanguage(locale);
    const rows = [anEnrollment(), anEnrollment({ id: 'e2', allowed_actions: [] })];
    const list = { data: rows, meta: { page: 1, page_size: 20, total: 2 } };
    serve({ '/api/v1/enrollments': () => ok(list) });
    renderAt('/', <BatchCandidatesPage />);
    const menus = await screen.findAllByRole('button', { name });
    expect(menus).toHaveLength(1);
    await userEvent.click(menus[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  },
);
