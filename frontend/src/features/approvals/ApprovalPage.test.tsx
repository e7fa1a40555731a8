import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { RequestDetail } from '@/api/approvals';
import { startSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import ApprovalPage from './ApprovalPage';

const field = (name: string, value: string, before: string | null = null) => ({
  name,
  value,
  value_ar: null,
  changed: before !== null,
  before,
  before_ar: null,
  remark: null,
});

const request: RequestDetail = {
  id: '7',
  content_type: 'organization',
  content_id: 'o1',
  submission: 2,
  name_en: 'Gulf Academy',
  name_ar: 'أكاديمية الخليج',
  organization_id: 'o1',
  submitted_by: 'u1',
  step_since: '2026-11-20T08:00:00Z',
  due_on: '2026-11-24',
  submitted_at: '2026-11-20T08:00:00Z',
  status: 'pending',
  suspended: false,
  step: 1,
  comment: null,
  decided_at: null,
  can_decide: true,
  decides_for: [],
  own: false,
  fields: [field('commercial_number', '1010123456', '1010000000'), field('city', 'Riyadh')],
  documents: [],
  steps: [],
  decisions: [],
  handovers: [],
  submissions: [],
};

const HUDA = '01930000-0000-7000-8000-000000000005';
const ADDRESS = '/api/v1/approvals/7';
const NOTES = `${ADDRESS}/notes`;
const noNotes = { [NOTES]: () => ok({ data: [] }) };

function show() {
  renderAt(
    '/dashboard/approval-system/7',
    <Routes>
      <Route path={paths.approval} element={<ApprovalPage />} />
    </Routes>,
  );
}

it('a request shows what has changed, and is sent back with a remark on one field', async () => {
  const calls = serve({
    ...noNotes,
    [ADDRESS]: () => ok(request),
    [`${ADDRESS}/decisions`]: () => ok({ ...request, status: 'returned', can_decide: false }),
  });
  show();
  const changed = (await screen.findByText('1010123456')).closest('dl > *') as HTMLElement;
  expect(within(changed).getByText('Changed')).toBeVisible();
  expect(within(changed).getByText('1010000000')).toBeVisible();
  expect(screen.getAllByText('Changed')).toHaveLength(1);

  await userEvent.click(screen.getByRole('button', { name: 'Send back' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Please correct it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a remark' }));
  await userEvent.click(dialog.getByRole('combobox', { name: /Field or document/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Commercial registration number' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Required change/ }), 'One digit off.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  await expect.poll(() => calls.some(({ method }) => method === 'POST')).toBe(true);
  const sent = calls.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    decision: 'returned',
    comment: 'Please correct it.',
    remarks: [{ field: 'commercial_number', text: 'One digit off.' }],
    step: 1,
  });
});

it('offers no decision to those whose turn it is not', async () => {
  serve({ ...noNotes, [ADDRESS]: () => ok({ ...request, can_decide: false }) });
  show();
  expect(await screen.findByText('1010123456')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'View current details' })).toBeNull();
});

it('leads those who see organizations to what was given since', async () => {
  const { user } = aSession('admin', { permissions: ['view-organization'] });
  if (user) startSession({ access_token: aToken(600), user });
  serve({ ...noNotes, [ADDRESS]: () => ok(request) });
  show();
  expect(await screen.findByRole('link', { name: 'View current details' })).toHaveAttribute(
    'href',
    '/dashboard/organization/o1',
  );
});

it('has others decide, with the reason, and shows when and by whom', async () => {
  const permissions = ['view-approval-level', 'edit-approval-level'];
  const { user } = aSession('admin', { permissions });
  if (user) startSession({ access_token: aToken(600), user });
  const huda = {
    user_id: HUDA,
    name_en: 'Huda',
    name_ar: 'هدى',
    email: 'huda@example.org',
    image_url: null,
    active: true,
    eligible: true,
  };
  const handover = {
    step: 1,
    kind: 'reassigned',
    user: { ...huda, user_id: 'u6', name_en: 'Omar' },
    assignees: [huda],
    reason: 'On leave',
    created_at: '2026-11-23T08:00:00Z',
  };
  const after = { ...request, handovers: [handover] };
  const calls: Request[] = serve({
    ...noNotes,
    [ADDRESS]: () => ok(calls.some(({ method }) => method === 'PUT') ? after : request),
    '/api/v1/approvers': () => ok({ data: [huda], meta: { page: 1, page_size: 500, total: 1 } }),
    [`${ADDRESS}/approvers`]: () => ok(after),
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: /More|actions/i }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Reassign decision' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('combobox', { name: /Decision makers/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Huda' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'On leave');
  await userEvent.click(dialog.getByRole('button', { name: 'Reassign decision' }));
  expect(await screen.findByText('Omar reassigned the decision to Huda')).toBeInTheDocument();
  expect(screen.getByText('On leave')).toBeInTheDocument();
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
    step: 1,
    user_ids: [HUDA],
    reason: 'On leave',
  });
});

it('approvers note things for one another', async () => {
  const note = {
    id: 'n1',
    submission: 1,
    user_id: HUDA,
    name_en: 'Huda',
    name_ar: 'هدى',
    text: 'Their licence is a copy.',
    created_at: '2026-11-23T08:00:00Z',
  };
  const calls: Request[] = serve({
    [ADDRESS]: () => ok(request),
    [NOTES]: () => ok({ data: calls.some(({ method }) => method === 'POST') ? [note] : [] }),
  });
  show();
  const notes = within(await screen.findByRole('region', { name: 'Internal notes' }));
  expect(await notes.findByText('No notes yet')).toBeVisible();
  await userEvent.type(notes.getByRole('textbox', { name: 'Note' }), note.text);
  await userEvent.click(notes.getByRole('button', { name: 'Add note' }));
  expect(await notes.findByText('Huda')).toBeVisible();
  expect(notes.getByText(note.text)).toBeVisible();
  expect(notes.getByText(/Round 1/)).toBeVisible();
  expect(notes.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  expect(await calls.find(({ method }) => method === 'POST')?.json()).toEqual({ text: note.text });
});

it('shows no notes to those whose own it is', async () => {
  const calls = serve({ [ADDRESS]: () => ok({ ...request, own: true, can_decide: false }) });
  show();
  expect(await screen.findByText(/can't decide on your own request/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Internal notes' })).toBeNull();
  expect(calls.some(({ url }) => url.includes('/notes'))).toBe(false);
});

it('nothing of a suspended organization is approved, and it says so', async () => {
  serve({ ...noNotes, [ADDRESS]: () => ok({ ...request, suspended: true }) });
  show();
  expect(await screen.findByText(/The organization is suspended/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled();
});
