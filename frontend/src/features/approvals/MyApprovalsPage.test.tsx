import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestDetail } from '@/api/approvals';
import { startSession } from '@/lib/session';
import { flushUndoable, undoScheduled } from '@/lib/undoQueue';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import MyApprovalsPage from './MyApprovalsPage';
import { countDaysWaited, isOverdue } from './waiting';

const aRequest = (id: string, name: string): RequestDetail => ({
  id,
  content_type: 'organization',
  content_id: id,
  submission: 1,
  name_en: name,
  name_ar: name,
  organization_id: id,
  submitted_by: 'u1',
  submitted_at: '2026-11-20T08:00:00Z',
  status: 'pending',
  step: 2,
  step_since: '2026-11-20T08:00:00Z',
  due_on: '2026-11-24',
  comment: null,
  decided_at: null,
  fields: [
    {
      name: 'name_en',
      value: `${name} Ltd`,
      value_ar: null,
      changed: false,
      before: null,
      before_ar: null,
      remark: null,
    },
  ],
  documents: [],
  can_decide: true,
  decides_for: [],
  own: false,
  suspended: false,
  steps: [],
  decisions: [],
  handovers: [],
  submissions: [],
});
const both = [aRequest('r1', 'Jubail College'), aRequest('r2', 'Najd Institute')];
const LIST = '/api/v1/approvals';

function show(answers: Parameters<typeof serve>[0] = {}) {
  const { user } = aSession('admin', { permissions: ['view-approval-system'] });
  if (user) startSession({ access_token: aToken(600), user });
  const calls = serve({
    [LIST]: () => ok({ data: both, meta: { page: 1, page_size: 20, total: 2 } }),
    [`${LIST}/delegations`]: () => ok({ given: [], taken: [] }),
    [`${LIST}/r1`]: () => ok(both[0]),
    [`${LIST}/r2`]: () => ok(both[1]),
    ...Object.fromEntries(
      both.map((request) => [`${LIST}/${request.id}/decisions`, () => ok(request)]),
    ),
    ...answers,
  });
  renderAt(paths.myApprovals, <MyApprovalsPage />);
  return () => calls.filter(({ method }) => method === 'POST');
}

const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }));

beforeEach(() => setScreen('wide'));

describe('the inbox of approvals', () => {
  it('asks for what is due soonest first, and shows what is open beside the list', async () => {
    show();
    expect(await (await preview()).findByText('Jubail College Ltd')).toBeVisible();
    await userEvent.keyboard('jj');
    expect(await (await preview()).findByText('Najd Institute Ltd')).toBeVisible();
  });

  it('approves by a key, which can be taken back before it is sent', async () => {
    const sent = show();
    await screen.findByRole('link', { name: /Jubail College/ });
    await userEvent.keyboard('ja');
    expect(await screen.findByText(/applying your decision/)).toBeVisible();
    // The next request is selected.
    expect(screen.getByRole('link', { name: /Najd Institute/ })).toHaveFocus();
    undoScheduled('r1');
    await flushUndoable();
    expect(sent()).toHaveLength(0);
    await userEvent.keyboard('a');
    await flushUndoable();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.url).toMatch(/r2\/decisions$/);
    expect(await sent()[0]?.json()).toEqual({ decision: 'approved', step: 2 });
  });

  it('sends back by a key, with the reason', async () => {
    const sent = show();
    await screen.findByRole('link', { name: /Jubail College/ });
    await userEvent.keyboard('jr');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The stamp is missing');
    await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await flushUndoable();
    expect(await sent()[0]?.json()).toMatchObject({
      decision: 'returned',
      comment: 'The stamp is missing',
    });
  });

  it('asks about all marked requests by a key', async () => {
    show();
    await screen.findByRole('link', { name: /Jubail College/ });
    await userEvent.keyboard('jxjxa');
    expect(await screen.findByRole('dialog', { name: 'Approve 2 requests?' })).toBeVisible();
    expect(screen.queryByText(/applying your decision/)).toBeNull();
  });

  it('approves several at once, and reports on what was skipped', async () => {
    const sent = show({
      [`${LIST}/r2/decisions`]: () => refuse(409, 'approval_request.already_decided'),
    });
    for (const name of ['Jubail College', 'Najd Institute']) {
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select “${name}”` }));
    }
    const bar = within(screen.getByRole('toolbar'));
    await userEvent.click(bar.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('1 approved, 1 skipped')).toBeVisible();
    expect(dialog.getByText(/already been decided|decided already|decided/i)).toBeVisible();
    expect(sent()).toHaveLength(2);
  });
});

describe('an approver who is away', () => {
  const person = (id: string, name: string) => ({
    user_id: id,
    name_en: name,
    name_ar: name,
    email: `${id}@example.org`,
    image_url: null,
    active: true,
    eligible: true,
  });
  const delegation = {
    id: 'd1',
    approver: person('u8', 'Omar'),
    delegate: person('u9', 'Noura'),
    content_types: ['staff'],
    first_day: '2026-12-01',
    last_day: '2026-12-10',
    running: true,
  };

  it('says who decides meanwhile, for which kinds', async () => {
    const sent = show({
      '/api/v1/approvers': () => ok({ data: [delegation.approver], meta: { total: 1 } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Time away' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('combobox', { name: /Delegate/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Omar' }));
    await userEvent.click(dialog.getByRole('combobox', { name: /Kinds of requests/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Staff' }));
    await userEvent.keyboard('{Escape}');
    const days = dialog.getAllByRole('group');
    expect(days).toHaveLength(2);
    await userEvent.click(dialog.getByRole('button', { name: 'Delegate approvals' }));
    // The end date is missing.
    expect(sent()).toHaveLength(0);
  });

  it('and who stands in see it, and end it', async () => {
    let ended = '';
    let isAway = true;
    show({
      [`${LIST}/delegations`]: () => ok({ given: [], taken: [delegation] }),
      [`${LIST}/delegations/d1`]: ({ method }) => {
        if (isAway) return refuse(503, 'service.unavailable');
        ended = method;
        return new Response(null, { status: 204 });
      },
    });
    const shown = await screen.findByText('You decide for Omar');
    await waitFor(() => expect(shown).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Stop deciding for Omar' }));
    await screen.findByRole('button', { name: 'Try again' });
    expect(ended).toBe('');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(ended).toBe('DELETE'));
  });
});

it('counts by the days of the platform', () => {
  // Half past midnight of the 24th in Riyadh.
  const now = Date.parse('2026-11-23T21:30:00Z');
  expect(countDaysWaited({ step_since: '2026-11-23T20:00:00Z' }, now)).toBe(1);
  expect(isOverdue({ status: 'pending', due_on: '2026-11-23' }, now)).toBe(true);
  expect(isOverdue({ status: 'pending', due_on: '2026-11-24' }, now)).toBe(false);
  expect(isOverdue({ status: 'approved', due_on: '2026-11-23' }, now)).toBe(false);
});
