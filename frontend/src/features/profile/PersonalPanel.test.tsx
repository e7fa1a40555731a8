import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { PersonalPanel } from './PersonalPanel';

// A separate user, because drafts are kept by user between tests.
const user = aUser({ id: 'typist', profiles: [aProfile('candidate')] });

beforeEach(() => {
  serve({ '/api/v1/web': () => ok({}) });
});

describe('what somebody tells of themselves', () => {
  it('that was typed and not saved is still there after another page', async () => {
    const typed = () => screen.getByLabelText('Passport number');
    const first = renderAt('/candidate/profile', <PersonalPanel user={user} />);
    await userEvent.type(typed(), 'a1234567');
    first.unmount();
    const second = renderAt('/candidate/profile', <PersonalPanel user={user} />);
    expect(typed()).toHaveValue('A1234567');
    second.unmount();

    renderAt('/candidate/profile', <PersonalPanel user={aUser({ id: 'somebody else' })} />);
    expect(typed()).toHaveValue('');
  });

  it('that was saved leaves nothing behind', async () => {
    const saved = aUser({ ...user, id: 'saver', passport_number: 'B7654321' });
    serve({
      '/api/v1/users/me': () => ok({ access_token: aToken(600), user: saved }),
    });
    const bare = aUser({ ...user, id: 'saver' });
    const first = renderAt('/candidate/profile', <PersonalPanel user={bare} />);
    await userEvent.type(screen.getByLabelText('Passport number'), 'B7654321');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => getSession().user?.passport_number).toBe('B7654321');
    first.unmount();
    renderAt('/candidate/profile', <PersonalPanel user={bare} />);
    expect(screen.getByLabelText('Passport number')).toHaveValue('');
  });
});
