import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { BatchRead } from '@/api/catalog';
import type { EligibilityRead } from '@/api/enrollment';
import { type Profile, startSession, type User } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import EnrollPage from './EnrollPage';
import { aBatch, anEligibility, anEnrollment } from './testing';

const HERE = '/trainings/training-1/batch/batch-1/enroll';
const BACK = `redirect=${encodeURIComponent(HERE)}`;

type Enroll = (body: { join_waiting_list: boolean }) => Response | Promise<Response>;

const refuse = (status: number, code: string) =>
  Response.json({ status, code, detail: code }, { status });

const signIn = (user: User) => startSession({ access_token: aToken(600), user });

/** Renders the page for this user; `eligibility` may change between calls. */
function open({
  user,
  eligibility = () => anEligibility(),
  enroll = () => Response.json(anEnrollment(), { status: 201 }),
  batch = {},
  saved,
  charges = [],
}: {
  user?: User;
  eligibility?: () => EligibilityRead;
  enroll?: Enroll;
  batch?: Partial<BatchRead>;
  /** The user after a save. */
  saved?: User;
  /** The charge to pay. */
  charges?: unknown[];
}) {
  vi.stubGlobal('fetch', async (input: Request) => {
    const request = new Request(input);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/me'))
      return Response.json({ access_token: aToken(600, 'saved'), user: saved });
    if (pathname.endsWith('/number-cases')) return Response.json([]);
    if (pathname.endsWith('/payment-methods')) return Response.json(['card', 'mada']);
    if (pathname.endsWith('/charges')) return Response.json({ data: charges, meta: {} });
    if (request.method === 'POST') return enroll(await request.json());
    if (pathname.endsWith('/eligibility')) return Response.json(eligibility());
    if (pathname.endsWith('/clashes')) return Response.json([]);
    if (pathname.endsWith('/authenticated')) return Response.json(user);
    return Response.json({ ...aBatch(), ...batch });
  });
  if (user) signIn(user);
  return renderAt(HERE, <EnrollPage />);
}

const aCandidate = (user: Partial<User> = {}, profile: Partial<Profile> = {}) =>
  aUser({ profiles: [aProfile('candidate', profile)], ...user });

const full = () =>
  anEligibility({
    can_enroll: false,
    can_join_waiting_list: true,
    seats_left: 0,
    obstacles: [{ code: 'batch.full', detail: '' }],
  });

describe('enrolling', () => {
  it('leads a visitor to an account and back to here', async () => {
    open({});
    const signUp = await screen.findByRole('link', { name: 'Create account' });
    expect(signUp).toHaveAttribute('href', `/auth/sign-up?${BACK}`);
    const signIns = screen.getAllByRole('link', { name: 'Sign in' });
    expect(signIns.at(-1)).toHaveAttribute('href', `/auth/sign-in?${BACK}`);
    expect(screen.queryByRole('button', { name: 'Confirm enrollment' })).toBeNull();
  });

  it('shows a candidate the own data and confirms', async () => {
    const bodies: unknown[] = [];
    const { router } = open({
      user: aCandidate(),
      enroll: (body) => {
        bodies.push(body);
        return Response.json(anEnrollment(), { status: 201 });
      },
    });
    await userEvent.click(await screen.findByText('Your data'));
    expect(screen.getByText('sara@example.org')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm enrollment' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        '/candidate/my-trainings/training-1/batch/batch-1',
      ),
    );
    expect(bodies).toEqual([{ batch_id: 'batch-1', join_waiting_list: false }]);
  });

  it('leads on although the seat is seen before the late answer', async () => {
    const answer = Promise.withResolvers<Response>();
    let isEnrolled = false;
    const { router, client } = open({
      user: aCandidate(),
      eligibility: () =>
        isEnrolled
          ? anEligibility({ can_enroll: false, enrollment: anEnrollment() })
          : anEligibility(),
      enroll: () => {
        isEnrolled = true;
        return answer.promise;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm enrollment' }));
    await waitFor(() => expect(isEnrolled).toBe(true));
    await client.refetchQueries();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Confirm/ })).toBeNull());
    answer.resolve(Response.json(anEnrollment(), { status: 201 }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/my-trainings/));
  });

  it('offers the waiting list kindly to who came a moment too late', async () => {
    const bodies: { join_waiting_list: boolean }[] = [];
    const { router } = open({
      user: aCandidate(),
      eligibility: () => (bodies.length === 0 ? anEligibility() : full()),
      enroll: (body) => {
        bodies.push(body);
        return body.join_waiting_list
          ? Response.json(anEnrollment({ status: 'waitlisted', next_step: 'await_seat' }))
          : refuse(409, 'batch.full');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm enrollment' }));
    expect(await screen.findByText('That seat was just taken')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Join the waiting list' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/my-trainings/));
    expect(bodies.map((body) => body.join_waiting_list)).toEqual([false, true]);
  });

  it('of a full batch joins the waiting list at once', async () => {
    open({ user: aCandidate(), eligibility: full });
    expect(await screen.findByText('All seats are taken')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
    expect(screen.getByText(/goes to the person who has waited longest/)).toBeVisible();
    expect(screen.queryByText(/seat right away/)).toBeNull();
  });

  it('leads on who came too late for a batch without a waiting list', async () => {
    open({
      user: aCandidate(),
      batch: { waiting_list: false },
      enroll: () => refuse(409, 'batch.full'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm enrollment' }));
    expect(await screen.findByText(/this batch has no waiting list/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Other batches of this training' })).toHaveAttribute(
      'href',
      '/trainings/batches?training_id=training-1',
    );
    expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull();
  });

  it('leads who is enrolled already to the own batch', async () => {
    open({
      user: aCandidate(),
      eligibility: () => anEligibility({ can_enroll: false, enrollment: anEnrollment() }),
    });
    expect(await screen.findByRole('link', { name: 'Open batch' })).toHaveAttribute(
      'href',
      '/candidate/my-trainings/training-1/batch/batch-1',
    );
    expect(screen.queryByRole('button', { name: 'Confirm enrollment' })).toBeNull();
  });

  it('tells others that candidates enroll themselves', async () => {
    open({
      user: aUser({ profiles: [aProfile('organization')] }),
      eligibility: () =>
        anEligibility({
          can_enroll: false,
          obstacles: [{ code: 'enrollment.candidates_only', detail: '' }],
        }),
    });
    expect(await screen.findByText('You need a candidate account')).toBeVisible();
  });
});

describe('what the account lacks', () => {
  const lacking = aCandidate({ civil_number: null }, { image: null, paid: false });

  it('is asked for one by one, the number first, and goes on by itself to the request', async () => {
    const known = aCandidate({}, { image: null, paid: false });
    const fee = {
      id: 'fee',
      purpose: 'candidate_registration',
      status: 'open',
      reference: 'ITQ-1',
      amount_minor: 11_500,
      currency: 'SAR',
    };
    open({ user: lacking, saved: known, charges: [fee] });
    const title = await screen.findByRole('heading', { level: 1, name: '3 steps left' });
    expect(screen.getByText(/provide civil number or passport number/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upload picture' })).toBeNull();
    expect(screen.queryByText('Access Forbidden')).toBeNull();

    await userEvent.type(await screen.findByLabelText('Civil number'), '1000000008');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByRole('button', { name: 'Upload picture' })).toBeVisible();
    expect(title).toHaveTextContent('2 steps left');
    expect(title).toHaveFocus();

    signIn(aCandidate({}, { paid: false }));
    expect(await screen.findByRole('button', { name: 'Pay now' })).toBeVisible();
    expect(title).toHaveTextContent('One step left');
    expect(screen.getByText('SAR 115', { selector: '.MuiTypography-h3 *' })).toBeVisible();

    signIn(aCandidate());
    expect(await screen.findByRole('button', { name: 'Confirm enrollment' })).toBeVisible();
    expect(title).toHaveFocus();
  });

  it('is asked for in the same way when only the server knows', async () => {
    open({ user: aCandidate(), enroll: () => refuse(402, 'registration_fee.unpaid') });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm enrollment' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'One step left' })).toBeVisible();
    expect(await screen.findByText('Preparing your fee')).toBeVisible();
  });
});

describe('on a narrow screen', () => {
  it('price and button stay in view, and nothing is hidden behind them', async () => {
    setScreen('narrow');
    open({ user: aCandidate() });
    const button = await screen.findByRole('button', { name: 'Confirm enrollment' });
    const bar = button.parentElement as HTMLElement;
    expect(getComputedStyle(bar).position).toBe('fixed');
    expect(within(bar).getByText('SAR 1,250')).toBeVisible();
    // jsdom computes no safe areas.
    expect(document.head.textContent).toContain('body{padding-bottom:calc(80px');
    expect(screen.getAllByRole('button', { name: 'Confirm enrollment' })).toHaveLength(1);
  });
});
