import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { InquiryDetail, ThreadRead } from '@/api/notifications';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import ConversationPage from './ConversationPage';
import InquiryPage from './InquiryPage';

const amal = { user_id: 'amal', name_en: 'Amal Nasser', name_ar: 'أمل ناصر', answers: true };

const inquiry: InquiryDetail = {
  id: 'inquiry-1',
  reference: 'Q-23456789',
  name: 'Huda Salem',
  email: 'huda@example.org',
  phone: null,
  topic: 'payment',
  status: 'open',
  excerpt: 'Where is',
  message: 'Where is my receipt?',
  locale: 'en',
  assignee: null,
  first_answered_at: null,
  created_at: '2026-01-02T08:00:00Z',
  updated_at: '2026-01-02T08:00:00Z',
  files: [],
  entries: [
    {
      id: 'note',
      kind: 'note',
      text: 'She paid twice.',
      author: amal,
      sender: null,
      refused_files: 0,
      mail: null,
      created_at: '2026-01-02T09:00:00Z',
    },
  ],
  version: 3,
};
const canned = [
  { id: 'c1', name_en: 'Refund', name_ar: 'رد المبلغ', text: 'Dear Huda, it is on its way.' },
  { id: 'c2', name_en: 'Thanks', name_ar: 'شكر', text: 'Thank you for asking.' },
];
const answered: InquiryDetail = {
  ...inquiry,
  status: 'answered',
  assignee: amal,
  first_answered_at: '2026-01-02T09:30:00Z',
  version: 4,
  entries: [
    ...inquiry.entries,
    {
      id: 'answer',
      kind: 'answer',
      text: 'It is in your payments.',
      author: amal,
      sender: null,
      refused_files: 0,
      mail: 'failed',
      created_at: '2026-01-02T09:30:00Z',
    },
  ],
};

function show(answers: Parameters<typeof serve>[0]) {
  const calls = serve({
    '/api/v1/queries': () => ok({ data: [], meta: { page: 1, page_size: 20, total: 0 } }),
    '/api/v1/queries/inquiry-1': () => ok(inquiry),
    '/api/v1/queries/assignees': () => ok([amal]),
    '/api/v1/queries/inquiry-1/canned-answers': () => ok({ data: canned }),
    ...answers,
  });
  renderAt(
    '/dashboard/queries/inquiry-1',
    <Routes>
      <Route path={paths.query} element={<InquiryPage />} />
    </Routes>,
  );
  return calls;
}

describe('an inquiry', () => {
  it('is answered as it was looked at, and says what became of the mail', async () => {
    let refused = true;
    const bodies: unknown[] = [];
    show({
      '/api/v1/queries/inquiry-1': () => ok(refused ? inquiry : answered),
      '/api/v1/queries/inquiry-1/answers': async (request) => {
        bodies.push(await request.json());
        if (bodies.length === 1) return refuse(409, 'inquiry.edit_conflict');
        refused = false;
        return ok(answered);
      },
    });
    expect(await screen.findByText('Where is my receipt?')).toBeVisible();
    const said = within(screen.getByRole('list', { name: 'Conversation' }));
    expect(said.getByText(/Internal note/)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Your answer/), 'It is in your payments.');
    await userEvent.click(screen.getByLabelText('Close the query after sending'));
    const send = screen.getByRole('button', { name: 'Send answer' });
    await userEvent.click(send);
    expect(await screen.findByText(/has new changes/)).toBeVisible();
    expect(screen.getByLabelText(/Your answer/)).toHaveValue('It is in your payments.');
    await userEvent.click(send);
    expect(await said.findByText('Email not delivered')).toBeVisible();
    expect(bodies).toEqual(
      Array(2).fill({ text: 'It is in your payments.', close: true, version: 3 }),
    );
    expect(screen.getByText('1 hour, 30 minutes')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/Your answer/)).toHaveValue(''));
  });

  it('is answered with what is kept ready, without a mouse, after what was typed', async () => {
    show({});
    const text = await screen.findByLabelText(/Your answer/);
    (await screen.findByRole('button', { name: 'Use a canned answer' })).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: /Thanks/ });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(text).toHaveFocus());
    expect(text).toHaveValue('Thank you for asking.');
    await userEvent.click(screen.getByRole('button', { name: 'Use a canned answer' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Refund/ }));
    expect(text).toHaveValue('Thank you for asking.\n\nDear Huda, it is on its way.');
  });

  it('says that whoever is assigned may not answer any more', async () => {
    const without = { ...inquiry, assignee: { ...amal, answers: false } };
    show({ '/api/v1/queries/inquiry-1': () => ok(without) });
    expect(await screen.findByText(/Amal Nasser no longer has permission/)).toBeVisible();
  });

  it('has notes of its own, and is given to somebody', async () => {
    const bodies: unknown[] = [];
    const changed = async (request: Request) => {
      bodies.push(await request.json());
      return ok(inquiry);
    };
    show({
      '/api/v1/queries/inquiry-1/notes': changed,
      '/api/v1/queries/inquiry-1/assignee': changed,
      '/api/v1/queries/inquiry-1/status': changed,
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'Internal note' }));
    await userEvent.type(screen.getByLabelText(/^Note/), 'Ask finance.');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(bodies).toEqual([{ text: 'Ask finance.' }]));
    await userEvent.click(screen.getByRole('combobox', { name: 'Assigned to' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Amal Nasser' }));
    await waitFor(() => expect(bodies[1]).toEqual({ assignee_id: 'amal', version: 3 }));
    await userEvent.click(screen.getByRole('button', { name: /Actions/ }));
    await userEvent.click(await screen.findByText('Close without answering'));
    await waitFor(() => expect(bodies[2]).toEqual({ status: 'closed', version: 3 }));
  });
});

describe('a conversation', () => {
  const thread: ThreadRead = {
    reference: 'Q-23456789',
    topic: 'payment',
    status: 'answered',
    message: 'Where is my receipt?',
    files: 2,
    created_at: '2026-01-02T08:00:00Z',
    entries: [
      { id: '1', kind: 'answer', text: 'In your payments.', created_at: '2026-01-02T09:00:00Z' },
    ],
  };

  it('is followed and gone on with by the link alone', async () => {
    const calls = serve({
      '/api/v1/queries/threads/abc': () => ok(thread),
      '/api/v1/queries/threads/abc/messages': () =>
        ok({
          ...thread,
          status: 'open',
          entries: [
            ...thread.entries,
            { id: '2', kind: 'message', text: 'Thank you!', created_at: '2026-01-02T10:00:00Z' },
          ],
        }),
    });
    renderAt('/contact-us/query#abc', <ConversationPage />);
    expect(await screen.findByText('In your payments.')).toBeVisible();
    expect(screen.getByText(/with 2 files/)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Your message/), 'Thank you!');
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('Thank you!')).toBeVisible();
    expect(screen.getByText(/We've received your message and will answer/)).toBeVisible();
    expect(calls.at(-1)?.method).toBe('POST');
  });

  it('says what to do without a link, and with one that is none', async () => {
    serve({ '/api/v1/queries/threads/none': () => refuse(404, 'inquiry.not_found') });
    const { unmount } = renderAt('/contact-us/query', <ConversationPage />);
    expect(await screen.findByText(/Open the link in our email/)).toBeVisible();
    unmount();
    renderAt('/contact-us/query#none', <ConversationPage />);
    expect(await screen.findByText(/you copied the whole link/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Contact us' })).toHaveLength(2);
  });
});
