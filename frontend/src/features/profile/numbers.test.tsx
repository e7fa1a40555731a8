import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnCase } from '@/api/identity';
import { getSession, startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { PersonalPanel } from './PersonalPanel';

const CASES = '/api/v1/users/me/number-cases';
const bare = aUser({ id: 'claimant', civil_number: null, profiles: [aProfile('candidate')] });
const fixed = aUser({
  id: 'fixed',
  numbers_fixed_at: '2026-10-01T08:00:00Z',
  profiles: [aProfile('candidate')],
});
const card = new File(['%PDF-1.7'], 'card.pdf', { type: 'application/pdf' });

function aCase(given: Partial<OwnCase> = {}): OwnCase {
  return {
    id: 'case',
    party: 'claimant',
    kind: 'civil',
    cause: 'claim',
    number: '1000000008',
    country: null,
    reason: '',
    status: 'open',
    asked: false,
    comment: null,
    documents: [],
    created_at: '2026-11-20T08:00:00Z',
    decided_at: null,
    ...given,
  };
}

const answers = (cases: OwnCase[]) => ({
  '/api/v1/web': () => ok({}),
  [CASES]: (request: Request) =>
    request.method === 'GET'
      ? ok(cases)
      : ok({ access_token: aToken(600), user: { ...bare, identified: true } }),
  '/api/v1/users/me': () =>
    refuse(422, 'request.invalid', { fields: [['civil_number', 'civil_number.taken']] }),
});

beforeEach(() => localStorage.clear());

describe('a number that somebody else has given', () => {
  it('is claimed with a document, and the person goes on', async () => {
    startSession({ access_token: aToken(600), user: bare });
    const calls = serve(answers([]));
    renderAt('/candidate/profile', <PersonalPanel user={bare} />);
    await userEvent.type(screen.getByLabelText('Civil number'), '1000000008');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'This is my number' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'This is my number' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Add a document that shows the number.');
    await userEvent.upload(dialog.getByLabelText('Choose a document', { selector: 'input' }), card);
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }));
    await expect.poll(() => getSession().user?.identified).toBe(true);
    expect(calls.some(({ url, method }) => url.endsWith(CASES) && method === 'POST')).toBe(true);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a fixed number', () => {
  it('cannot be typed over, says why, and leads to a request with a reason', async () => {
    serve(answers([]));
    renderAt('/candidate/profile', <PersonalPanel user={fixed} />);
    const input = screen.getByLabelText('Civil number');
    expect(input).toHaveAttribute('readonly');
    expect(input).toHaveAccessibleDescription(/Locked since your first paid enrollment/);
    expect(screen.getByLabelText('Passport number')).not.toHaveAttribute('readonly');
    await userEvent.click(screen.getByRole('button', { name: /Request a civil number change/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/New civil number/), '2000000006');
    await userEvent.upload(dialog.getByLabelText('Choose a document', { selector: 'input' }), card);
    await userEvent.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(dialog.getByLabelText(/Reason for the change/)).toBeInvalid();
  });
});

describe('a case that concerns the person', () => {
  it('tells its state, and can be withdrawn by who asked', async () => {
    serve(answers([aCase()]));
    renderAt('/candidate/profile', <PersonalPanel user={bare} />);
    const region = within(await screen.findByRole('region', { name: 'ID number requests' }));
    expect(region.getByText(/You can continue meanwhile/)).toBeInTheDocument();
    await userEvent.click(region.getByRole('button', { name: 'Withdraw request' }));
    expect(await screen.findByText('Withdraw your request?')).toBeInTheDocument();
  });

  it('asks who holds the number for a document, and not to withdraw', async () => {
    serve(
      answers([
        aCase({ party: 'holder', status: 'more_requested', asked: true, comment: 'Both sides' }),
      ]),
    );
    renderAt('/candidate/profile', <PersonalPanel user={fixed} />);
    const region = within(await screen.findByRole('region', { name: 'ID number requests' }));
    expect(region.getByText('Both sides')).toBeInTheDocument();
    expect(region.getByRole('button', { name: 'Add a document' })).toBeInTheDocument();
    expect(region.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
  });
});
