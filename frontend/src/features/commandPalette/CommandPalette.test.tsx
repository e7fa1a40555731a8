import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { CommandPaletteButton } from './CommandPaletteButton';

const page = (data: unknown[]) => ok({ data, meta: { page: 1, page_size: 5, total: data.length } });

const reem = {
  id: '7',
  name_en: 'Reem Al Harbi',
  name_ar: 'ريم الحربي',
  email: 'reem@example.org',
};

it('finds by Ctrl+K what the reader may open, and goes there by the keyboard', async () => {
  const asked = serve({
    '/api/v1/users': () => page([reem]),
    '/api/v1/payments': () => refuse(503, 'service.unavailable'),
  });
  const profile = aProfile('admin', {
    permissions: [{ slug: 'view-users' }, { slug: 'view-payments' }],
  });
  startSession({ access_token: aToken(600), user: aUser({ profiles: [profile] }) });
  const { router } = renderAt('/dashboard', <CommandPaletteButton pages={['users', 'payments']} />);

  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Search everything' });
  await userEvent.type(within(dialog).getByRole('combobox'), 'user');
  expect(await within(dialog).findByRole('option', { name: /Users/ })).toBeVisible();

  const found = await within(dialog).findByRole('option', { name: /Reem Al Harbi/ });
  expect(found).toHaveTextContent('reem@example.org');
  expect(await within(dialog).findByText(/Some lists couldn't be searched/)).toBeVisible();
  // No candidates and enrollments, which this admin may not see.
  expect(new Set(asked.map(({ url }) => new URL(url).pathname))).toEqual(
    new Set(['/api/v1/users', '/api/v1/payments']),
  );
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/dashboard/admin-management/7/view');
});
