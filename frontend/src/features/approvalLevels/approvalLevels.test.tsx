import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LevelRead } from '@/api/approvals';
import { startSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, serve } from '@/test/serve';
import { AssignedPage } from './AssignPage';
import { approverNames } from './approverNames';
import { EVERYTHING } from './cover';
import LevelListPage from './LevelListPage';
import LevelPage from './LevelPage';

const approver = (id: string, name: string, active = true) => ({
  user_id: id,
  name_en: name,
  name_ar: name,
  email: `${id}@example.org`,
  image_url: null,
  active,
  eligible: active,
});

const aLevel = (given: Partial<LevelRead> = {}): LevelRead => ({
  id: 'l1',
  content_type: 'organization',
  position: 1,
  name_en: 'Documents',
  name_ar: 'المستندات',
  rule: 'any',
  target_days: 3,
  escalate_after: null,
  escalate_to: null,
  assignments: [{ user: approver('u1', 'Noura'), role: null, ...EVERYTHING }],
  approvers: [approver('u1', 'Noura')],
  pending: 0,
  uncovered: 0,
  ...given,
});
const LEVELS = '/api/v1/approval-levels';
const both = [
  aLevel({ pending: 2 }),
  aLevel({
    id: 'l2',
    position: 2,
    name_en: 'Management',
    assignments: [{ user: approver('u2', 'Omar', false), role: null, ...EVERYTHING }],
    approvers: [approver('u2', 'Omar', false)],
  }),
];
const listed = (data: unknown[]) =>
  ok({ data, meta: { page: 1, page_size: 100, total: data.length } });

function signIn(...permissions: string[]) {
  const all = ['view', 'create', 'edit', 'delete', 'sort'].map((verb) => `${verb}-approval-level`);
  const given = permissions.length > 0 ? permissions : all;
  const { user } = aSession('admin', { permissions: given });
  if (user) startSession({ access_token: aToken(600), user });
}

const sent = (calls: Request[], method: string) => calls.filter((call) => call.method === method);

beforeEach(() => setScreen('narrow'));

describe('the levels', () => {
  it('say where nobody approves, disabled admins not counted', async () => {
    signIn();
    serve({ [LEVELS]: () => listed([aLevel({ pending: 3, uncovered: 1 }), both[1]]) });
    renderAt(paths.approvalLevels, <LevelListPage />);
    expect(await screen.findByText('Noura')).toBeVisible();
    expect(screen.getByText('3, 1 without an approver')).toBeVisible();
    expect(screen.getByText('No approver: a super-admin decides')).toBeVisible();
    expect(screen.queryByText('Omar')).toBeNull();
  });

  it('are only read by those who may do nothing else', async () => {
    signIn('view-approval-level');
    serve({ [LEVELS]: () => listed(both) });
    renderAt(paths.approvalLevels, <LevelListPage />);
    expect(await screen.findByText('Noura')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Change order|Add level|Management/ })).toBeNull();
  });

  it('are put into another order', async () => {
    signIn();
    const calls = serve({
      [LEVELS]: () => listed(both),
      [`${LEVELS}/order`]: () => ok({ data: both }),
    });
    renderAt(paths.approvalLevels, <LevelListPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Move “Management” up' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await sent(calls, 'PUT')[0]?.json()).toEqual({
      content_type: 'organization',
      level_ids: ['l2', 'l1'],
    });
  });

  it('are not deleted while a request waits there', async () => {
    signIn();
    serve({ [LEVELS]: () => listed(both) });
    renderAt(paths.approvalLevels, <LevelListPage />);
    await userEvent.click(await screen.findByRole('button', { name: /Documents/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/2 waiting requests.*Decide on these requests first/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });
});

describe('a level', () => {
  it('is changed, after it was said that running requests keep theirs', async () => {
    signIn();
    const calls = serve({
      [`${LEVELS}/l1`]: () => ok(both[0]),
      [LEVELS]: () => listed(both),
    });
    renderAt(
      href(paths.approvalLevel, { id: 'l1' }),
      <Routes>
        <Route path={paths.approvalLevel} element={<LevelPage />} />
        <Route path={paths.approvalLevels} element="list" />
      </Routes>,
    );
    expect(
      await screen.findByText(/2 requests are waiting at this level. They keep/),
    ).toBeVisible();
    const days = screen.getByRole('textbox', { name: /Target time/ });
    await userEvent.clear(days);
    await userEvent.type(days, '10');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
    expect(await sent(calls, 'PUT')[0]?.json()).toMatchObject({ rule: 'any', target_days: 10 });
  });

  it('is given approvers and roles, and says what it means to have none', async () => {
    signIn();
    const calls = serve({
      [`${LEVELS}/l1`]: () => ok(both[0]),
      [`${LEVELS}/l1/approvers`]: () => ok(both[0]),
      '/api/v1/approvers': () => listed([approver('u1', 'Noura'), approver('u3', 'Huda')]),
      '/api/v1/approvers/roles': () =>
        ok({
          data: [
            { role_id: 'r1', name_en: 'Reviewers', name_ar: 'مراجعون', holders: 2, approves: true },
          ],
        }),
    });
    renderAt(
      href(paths.approversEdit, { id: 'l1' }),
      <Routes>
        <Route path={paths.approversEdit} element={<AssignedPage />} />
        <Route path={paths.approvalLevels} element="list" />
      </Routes>,
    );
    const field = await screen.findByRole('combobox', { name: /Users/ });
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('option', { name: 'Noura' }));
    expect(await screen.findByText(/a super-admin decides on its requests/)).toBeVisible();
    await userEvent.click(screen.getByRole('option', { name: 'Huda' }));
    await userEvent.click(screen.getByRole('combobox', { name: /Roles/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Reviewers.*2 admins/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
    expect(await sent(calls, 'PUT')[0]?.json()).toEqual({
      approvers: [{ user_id: 'u3' }, { role_id: 'r1' }],
    });
  });

  it('names who may no longer decide, and counts them as no approver', async () => {
    signIn();
    const ineligible = { ...approver('u2', 'Omar'), eligible: false };
    const level = aLevel({
      assignments: [{ user: ineligible, role: null, ...EVERYTHING }],
      approvers: [ineligible],
    });
    serve({
      [`${LEVELS}/l1`]: () => ok(level),
      '/api/v1/approvers': () => listed([]),
      '/api/v1/approvers/roles': () => ok({ data: [] }),
    });
    expect(approverNames(level, 'en')).toEqual([]);
    renderAt(
      href(paths.approversEdit, { id: 'l1' }),
      <Routes>
        <Route path={paths.approversEdit} element={<AssignedPage />} />
      </Routes>,
    );
    await userEvent.click(await screen.findByRole('combobox', { name: /Users/ }));
    expect(await screen.findByRole('option', { name: "Omar (can't decide)" })).toBeVisible();
  });

  it('limits an approver to organizations and regions', async () => {
    signIn();
    const calls = serve({
      [`${LEVELS}/l1`]: () => ok(both[0]),
      [`${LEVELS}/l1/approvers`]: () => ok(both[0]),
      [`${LEVELS}/organizations`]: () =>
        ok({ data: [{ id: 'o1', name_en: 'Gulf Academy', name_ar: 'أكاديمية الخليج' }] }),
      '/api/v1/approvers': () => listed([approver('u1', 'Noura')]),
      '/api/v1/approvers/roles': () => ok({ data: [] }),
      '/api/v1/states': () => listed([{ id: 's1', name_en: 'Riyadh', name_ar: 'الرياض' }]),
    });
    renderAt(
      href(paths.approversEdit, { id: 'l1' }),
      <Routes>
        <Route path={paths.approversEdit} element={<AssignedPage />} />
        <Route path={paths.approvalLevels} element="list" />
      </Routes>,
    );
    expect(await screen.findByText('All requests')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Limit the scope of Noura' }));
    const dialog = within(await screen.findByRole('dialog'));
    // Announcements have categories; organizations have none.
    expect(dialog.queryByRole('combobox', { name: /Categories/ })).toBeNull();
    await userEvent.click(dialog.getByRole('combobox', { name: /Organizations/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Gulf Academy' }));
    await userEvent.click(dialog.getByRole('combobox', { name: /Regions/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Riyadh' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Gulf Academy, Riyadh')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1));
    expect(await sent(calls, 'PUT')[0]?.json()).toEqual({
      approvers: [{ user_id: 'u1', organization_ids: ['o1'], state_ids: ['s1'], category_ids: [] }],
    });
  });
});
