import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PartnerClientRead } from '@/api/identity';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import ApiClientListPage from './ApiClientListPage';
import { ClientDialog } from './ClientDialog';

const client: PartnerClientRead = {
  id: 'c1',
  name: 'Warehouse system',
  permissions: ['view-batch'],
  networks: [],
  test: false,
  status: 'active',
  expires_at: '2027-05-01T23:59:59Z',
  revoked_at: null,
  last_used_at: null,
  last_used_network: null,
  secret_created_at: '2026-11-01T08:00:00Z',
  previous_secret_ends_at: null,
  can_rotate: true,
  version: 3,
  created_at: '2026-11-01T08:00:00Z',
};
const page = (data: PartnerClientRead[]) => ({
  data,
  meta: { page: 1, page_size: 20, total: data.length },
});

it('a new secret is shown once, with how to use it', async () => {
  setScreen('narrow');
  serve({
    '/api/v1/partner-clients': () => ok(page([client])),
    '/api/v1/partner-clients/c1/secrets': () => ok({ ...client, client_secret: 'itqan_s3' }),
  });
  renderAt('/', <ApiClientListPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: Warehouse system' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Create new secret' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create new secret' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Secret for Warehouse system/ }));
  expect(dialog.getByText('itqan_s3')).toBeInTheDocument();
  expect(dialog.getByText(/curl -u c1:itqan_s3/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(dialog.getByText('itqan_s3')).toBeInTheDocument();
});

it('offers nothing for a revoked client, and no secret to whoever may do less', async () => {
  setScreen('narrow');
  serve({
    '/api/v1/partner-clients': () =>
      ok(
        page([
          { ...client, status: 'revoked' },
          { ...client, id: 'c2', name: 'Other', can_rotate: false },
        ]),
      ),
  });
  renderAt('/', <ApiClientListPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: Other' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Revoke']);
  expect(screen.queryByRole('button', { name: 'Actions: Warehouse system' })).toBeNull();
});

it('a wrong network is said at its field', async () => {
  serve({
    '/api/v1/partner-clients/permissions': () => ok([{ slug: 'view-batch', grantable: true }]),
    '/api/v1/partner-clients/c1': () =>
      refuse(422, 'request.invalid', { fields: [['networks.0', 'api_client.invalid_network']] }),
  });
  const given = { ...client, networks: ['nowhere'] };
  renderAt('/', <ClientDialog client={given} onIssued={() => {}} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter an address or a network/)).toBeInTheDocument();
});
