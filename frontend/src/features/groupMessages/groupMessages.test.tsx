import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { GroupMessageDetail } from '@/api/notifications';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import GroupMessageAddPage from './GroupMessageAddPage';
import GroupMessageEditPage from './GroupMessageEditPage';
import GroupMessageListPage from './GroupMessageListPage';
import GroupMessagePage from './GroupMessagePage';

const LIST = '/api/v1/notifications/group-messages';
const batch = {
  id: '0190a000-0000-7000-8000-000000000001',
  code: 'FLT-110-3',
  mode: 'in_person',
  starts_at: '2026-12-06T06:00:00Z',
  training: { id: 't1', title_en: 'Forklift operation', title_ar: 'تشغيل الرافعات' },
};
const message: GroupMessageDetail = {
  id: 'm1',
  organization_id: 'o1',
  organization_name_en: 'Gulf Ports',
  organization_name_ar: 'موانئ الخليج',
  author: { user_id: 'u1', name_en: 'Omar Fahad', name_ar: 'عمر فهد' },
  batch: {
    id: batch.id,
    training_id: 't1',
    code: batch.code,
    title_en: 'Forklift operation',
    title_ar: 'تشغيل الرافعات',
  },
  subject_en: 'Bring your shoes',
  subject_ar: '',
  text_en: 'The way: https://maps.example/yard',
  text_ar: '',
  audience: { kind: 'batch', batch_id: batch.id, statuses: ['confirmed', 'waitlisted'] },
  audience_organization_name_en: null,
  audience_organization_name_ar: null,
  status: 'scheduled',
  send_at: '2099-12-01T06:00:00Z',
  started_at: null,
  ended_at: null,
  expected: 0,
  receivers: 0,
  passed_over: 0,
  read: 0,
  channels: [],
  version: 3,
  created_at: '2026-11-20T08:00:00Z',
};
const shown = {
  title: 'Shoes',
  body: 'Please.\n\nFrom: Gulf Ports',
  html: '<p>mail</p>',
  plain: '',
};

function open(path: string, answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    [`/api/v1/batches/${batch.id}/managed`]: () => ok(batch),
    [`/api/v1/batches/managed/${batch.id}`]: () => ok(batch),
    [`${LIST}/count`]: () => ok({ receivers: 24, arabic: 10, passed_over: 1 }),
    [`${LIST}/preview`]: () => ok({ en: shown, ar: { ...shown, title: 'أحذية' } }),
    [`${LIST}/m1`]: () => ok(message),
    [LIST]: ({ method }) =>
      method === 'POST'
        ? ok(message)
        : ok({ data: [message], meta: { page: 1, page_size: 20, total: 1 } }),
    ...answers,
  });
  renderAt(
    path,
    <Routes>
      <Route path={paths.groupMessages} element={<GroupMessageListPage />} />
      <Route path={paths.groupMessageAdd} element={<GroupMessageAddPage />} />
      <Route path={paths.groupMessageView} element={<GroupMessagePage />} />
      <Route path={paths.groupMessageEdit} element={<GroupMessageEditPage />} />
    </Routes>,
  );
  return calls;
}

const sentBy = (calls: Request[], method: string, path: string) =>
  calls.find((call) => call.method === method && new URL(call.url).pathname === path);

const write = (language: string, name: string, value: string) =>
  fireEvent.change(
    within(screen.getByRole('group', { name: language })).getByRole('textbox', { name }),
    { target: { value } },
  );

it('a message to a batch is previewed, and sent once its receivers are named', async () => {
  const calls = open(`${paths.groupMessageAdd}?batch=${batch.id}`);
  expect(await screen.findByText('Reaches 24 people')).toBeVisible();
  expect(screen.getByText(/14 read English, 10 read Arabic\./)).toBeVisible();
  write('English', 'Subject', 'Shoes');
  write('English', 'Text', 'Please.');
  expect(await screen.findByText(/From: Gulf Ports/)).toBeVisible();
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  await userEvent.click(preview.getByRole('button', { name: 'Arabic' }));
  expect(preview.getByText(/Arabic readers will get the English one/)).toBeVisible();
  await userEvent.click(preview.getByRole('button', { name: 'Email' }));
  const frame = preview.getByTitle('Email');
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual([
    '',
    '<p>mail</p>',
  ]);

  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('dialog', { name: 'Send to 23 people now?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentBy(calls, 'POST', LIST)).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await screen.findByText("This message hasn't been sent yet.")).toBeVisible();
  expect(await sentBy(calls, 'POST', LIST)?.json()).toEqual({
    subject_en: 'Shoes',
    subject_ar: '',
    text_en: 'Please.',
    text_ar: '',
    audience: { kind: 'batch', batch_id: batch.id, statuses: ['confirmed'] },
    send_at: null,
  });
});

it('a scheduled message keeps its time in Riyadh, and what is refused stands at its field', async () => {
  const calls = open('/dashboard/messages/m1/edit', {
    [`${LIST}/m1`]: ({ method }) =>
      method === 'PUT'
        ? refuse(422, 'request.invalid', { fields: [['text_ar', 'group_message.incomplete']] })
        : ok(message),
  });
  expect(await screen.findByLabelText(/Send time/)).toHaveValue('2099-12-01T09:00');
  write('Arabic', 'Subject', 'أحذية');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('dialog', { name: 'Schedule for 23 people?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(
    await screen.findByText('Enter the subject and the message in at least one language.'),
  ).toBeVisible();
  const body = await sentBy(calls, 'PUT', `${LIST}/m1`)?.json();
  expect(body).toMatchObject({ version: 3, send_at: '2099-12-01T06:00:00.000Z' });
});

it('a message on its way says how far it is, and can be stopped', async () => {
  const sending: GroupMessageDetail = {
    ...message,
    status: 'sending',
    expected: 200,
    receivers: 90,
    passed_over: 10,
    read: 4,
    channels: [{ channel: 'email', delivered: 80, waiting: 9, failed: 1, held_back: 0 }],
  };
  const calls = open('/dashboard/messages/m1', {
    [`${LIST}/m1`]: () => ok(sending),
    [`${LIST}/m1/cancel`]: () => ok({ ...sending, status: 'cancelled' }),
  });
  expect(await screen.findByText('100 of 200 people')).toBeVisible();
  expect(screen.getByText('80 delivered · 9 waiting · 1 failed')).toBeVisible();
  expect(screen.getByText('Confirmed and On the waiting list')).toBeVisible();
  expect(screen.getByRole('link', { name: 'https://maps.example/yard' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel message' }));
  expect(await screen.findByText(/90 people already have it in the app/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel message' }));
  await waitFor(() => expect(sentBy(calls, 'POST', `${LIST}/m1/cancel`)).toBeDefined());
});

it('the list says to whom each goes and how it stands', async () => {
  open(paths.groupMessages);
  expect(await screen.findByRole('link', { name: /Bring your shoes/ })).toHaveAttribute(
    'href',
    '/dashboard/messages/m1',
  );
  expect(screen.getByText(/Forklift operation/)).toBeVisible();
  // The code has no line break.
  expect(screen.getByText('FLT-110-3')).toHaveStyle({ whiteSpace: 'nowrap' });
});
