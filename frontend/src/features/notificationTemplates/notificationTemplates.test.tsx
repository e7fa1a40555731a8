import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import type { WordingDetail, WordingText } from '@/api/notifications';
import { href, paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { setScreen } from '@/test/screen';
import { ok, refuse, serve } from '@/test/serve';
import TemplateListPage from './TemplateListPage';
import TemplatePage from './TemplatePage';

const LIST = '/api/v1/notifications/wordings';
const nothing: WordingText = {
  title: null,
  body: null,
  action: null,
  reason: null,
  push: null,
  sms: null,
};
const packaged = {
  en: { ...nothing, title: 'Payment received', body: 'We got {amount}.', action: 'Open' },
  ar: { ...nothing, title: 'استلمنا الدفع', body: 'وصلنا {amount}.', action: 'فتح' },
};
const wording: WordingDetail = {
  kind: 'charge_paid',
  subject: 'payments',
  version: 1,
  texts: { en: { ...nothing, title: 'Money!' }, ar: nothing },
  packaged,
  variables: [
    { name: 'amount', sample_en: 'SAR 1,150', sample_ar: '1,150 ر.س', only_in_reason: false },
  ],
  versions: [
    {
      version: 1,
      texts: { en: { ...nothing, title: 'Money!' }, ar: nothing },
      author: { user_id: 'u1', name_en: 'Sara Nasser', name_ar: 'سارة ناصر' },
      created_at: '2026-11-20T08:00:00Z',
    },
  ],
};
const preview = {
  title: 'Money!',
  body: 'We got SAR 1,150.',
  html: '<p>mail</p>',
  plain: 'mail',
  push: 'SAR 1,150 came.',
  sms: 'Itqan: SAR 1,150 came.',
  segments: 2,
};

beforeEach(() => setScreen('narrow'));

function open(put: () => Response) {
  const calls = serve({
    [`${LIST}/charge_paid/preview`]: () => ok(preview),
    [`${LIST}/charge_paid/sample-mails`]: () => ok({ email: 'sara@example.org' }),
    [`${LIST}/charge_paid`]: ({ method }: Request) => (method === 'PUT' ? put() : ok(wording)),
  });
  renderAt(
    href(paths.settingsNotice, { kind: 'charge_paid' }),
    <Routes>
      <Route path={paths.settingsNotice} element={<TemplatePage />} />
    </Routes>,
  );
  return calls;
}

it('a text is worded with its variables, and the original text is not sent', async () => {
  const calls = open(() => ok({ ...wording, version: 2 }));
  const arabic = within(await screen.findByRole('region', { name: 'Arabic' }));
  const body = arabic.getByRole('textbox', { name: 'Text' });
  await userEvent.clear(body);
  await userEvent.type(body, 'شكرًا: ');
  await userEvent.click(screen.getByRole('button', { name: /Insert \{amount\}/ }));
  expect(body).toHaveValue('شكرًا: {amount}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toEqual({
    version: 1,
    en: { ...nothing, title: 'Money!' },
    ar: { ...nothing, body: 'شكرًا: {amount}' },
  });
  expect(screen.getByText('Version 1 by Sara Nasser')).toBeVisible();
});

it('a push and an SMS have texts of their own, and say what they are without', async () => {
  const calls = open(() => ok({ ...wording, version: 2 }));
  const english = within(await screen.findByRole('region', { name: 'English' }));
  expect(english.getByText(/If empty, the first paragraph is used/)).toBeVisible();
  fireEvent.change(english.getByRole('textbox', { name: 'SMS' }), {
    target: { value: '{amount} came.' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  expect(await calls.find(({ method }) => method === 'PUT')?.json()).toMatchObject({
    en: { title: 'Money!', push: null, sms: '{amount} came.' },
    ar: nothing,
  });
});

it('what cannot be filled is said at its field, and the original text is one press away', async () => {
  const calls = open(() =>
    refuse(422, 'request.invalid', { fields: [['en.body', 'notice_text.unknown_variable']] }),
  );
  const english = within(await screen.findByRole('region', { name: 'English' }));
  fireEvent.change(english.getByRole('textbox', { name: 'Text' }), {
    target: { value: 'Hello {nobody}' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await english.findByText('Use only variables from the list.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use the original text' }));
  expect(english.getByRole('textbox', { name: 'Title' })).toHaveValue('Payment received');
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('the preview is the mail in a frame without scripts, and goes to oneself', async () => {
  const calls = open(() => ok(wording));
  const frame = await screen.findByTitle('Preview');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('srcdoc', '<p>mail</p>');
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(frame.style.colorScheme).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'In the app' }));
  expect(await screen.findByText('We got SAR 1,150.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Push' }));
  expect(await screen.findByText('SAR 1,150 came.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'SMS' }));
  expect(await screen.findByText('Itqan: SAR 1,150 came.')).toBeVisible();
  expect(screen.getByText(/Sent and billed as 2 messages/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test email' }));
  await waitFor(() =>
    expect(calls.map(({ url }) => new URL(url).pathname)).toContain(
      `${LIST}/charge_paid/sample-mails`,
    ),
  );
});

it('the list says which texts were changed', async () => {
  const row = { kind: 'charge_paid', subject: 'payments', title_en: 'Money!', title_ar: 'مال' };
  serve({
    [LIST]: () =>
      ok({
        data: [{ ...row, changed: true, changed_at: '2026-11-20T08:00:00Z', changed_by: null }],
        meta: { page: 1, page_size: 20, total: 1 },
      }),
  });
  renderAt(paths.settingsNotices, <TemplateListPage />);
  expect(await screen.findByRole('link', { name: /Money!/ })).toHaveAttribute(
    'href',
    '/dashboard/application-settings/notices/charge_paid',
  );
  expect(screen.getByText('Changed')).toBeVisible();
  expect(screen.getByText('Payments')).toBeVisible();
});
