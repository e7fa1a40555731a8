import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { AddressAlert } from './AddressAlert';

const ADDRESS = '/api/v1/notifications/address';

it('whose mails come back reads it, and says when the address works again', async () => {
  let mark: 'bounce' | null = 'bounce';
  const own = () => ok({ address: 'huda@example.org', mark, marked_at: null });
  serve({
    [`${ADDRESS}/unmark`]: () => {
      mark = null;
      return own();
    },
    [ADDRESS]: own,
  });
  renderAt(paths.notifications, <AddressAlert />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Emails to huda@example.org bounce');
  await userEvent.click(screen.getByRole('button', { name: 'It works again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
