import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aProfile, aToken, aUser } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import MyBatchPage from './MyBatchPage';
import { OwnCertificate } from './OwnCertificate';
import { aBatch, anEnrollment } from './testing';

it('the own batch says by whom, where and how it is held, and cancels at the foot only', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const session = {
    id: 'session-1',
    starts_at: '2030-01-10T06:00:00Z',
    ends_at: '2030-01-10T10:00:00Z',
    title_en: 'Theory',
    title_ar: 'نظري',
    venue_en: 'Room 7',
    venue_ar: 'القاعة 7',
    trainer_en: 'Huda Salem',
    trainer_ar: 'هدى سالم',
  };
  const enrollment = anEnrollment({ status: 'confirmed', next_step: 'attend' });
  serve({
    '/api/v1/enrollments/mine': () => ok({ data: [enrollment], meta: {} }),
    [`/api/v1/enrollments/mine/${enrollment.id}/links`]: () =>
      ok([{ session_id: 'session-1', online_url: 'https://meet.example/abc' }]),
    '/api/v1/batches/batch-1': () =>
      ok({ ...aBatch(), trainer_en: 'Omar Saad', sessions: [session] }),
  });
  const view = renderAt('/candidate/my-trainings/training-1/batch/batch-1', <MyBatchPage />);
  expect(await screen.findByText('Gulf Logistics')).toBeVisible();
  for (const known of ['Omar Saad', 'Arabic', 'In person', 'Yard, Dammam']) {
    expect(screen.getByText(known)).toBeVisible();
  }
  expect(screen.getByText('Room 7 · Huda Salem')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Join online: Theory' })).toHaveAttribute(
    'href',
    'https://meet.example/abc',
  );
  expect(screen.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=Yard%2C+Dammam',
  );
  expect(view.container.querySelector('iframe')).toBeNull();

  const controls = [...view.container.querySelectorAll('main a, button, a')];
  const menu = screen.getByRole('button', { name: /Forklift driving/ });
  expect(controls.at(-1)).toBe(menu);
  expect(screen.queryByText('Cancel enrollment')).toBeNull();
  await userEvent.click(menu);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel enrollment' }));
  expect(await screen.findByText('Cancel your enrollment?')).toBeVisible();
});

it('whoever is in the hall checks in with the code that is shown there', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const starts = new Date(Date.now() - 60_000).toISOString();
  const session = {
    id: 'session-1',
    starts_at: starts,
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    title_en: 'Theory',
    title_ar: 'نظري',
  };
  const enrollment = anEnrollment({ status: 'confirmed', next_step: 'attend' });
  enrollment.batch = { ...enrollment.batch, starts_at: starts };
  const mark = { session_id: 'session-1', attendance: 'late', source: 'self', marked_at: starts };
  const own = { marks: [], attended: 0, counted: 0, check_in_open: true };
  let mine: object = own;
  const calls = serve({
    '/api/v1/enrollments/mine': () => ok({ data: [enrollment], meta: {} }),
    '/api/v1/batches/batch-1': () => ok({ ...aBatch(), sessions: [session] }),
    '/api/v1/attendance/mine/enrollment-1': () => ok(mine),
    '/api/v1/attendance/check-ins': async (request) => {
      const { code } = (await request.json()) as { code: string };
      if (code !== '123456') {
        return refuse(422, 'request.invalid', { fields: [['code', 'check_in_code.invalid']] });
      }
      mine = { ...own, marks: [mark], attended: 1, counted: 1 };
      return ok(mine);
    },
  });
  renderAt('/candidate/my-trainings/training-1/batch/batch-1', <MyBatchPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show my QR code' }));
  const shown = within(await screen.findByRole('dialog'));
  expect(shown.getByTitle('Your code for this session')).toBeInTheDocument();
  await userEvent.click(shown.getByRole('button', { name: 'Close' }));
  const field = await screen.findByLabelText('Session code');
  await userEvent.type(field, '111111');
  expect(await screen.findByText(/Enter the code that's on the screen now/)).toBeVisible();
  expect(field).toHaveValue('');
  await userEvent.type(field, '123456');
  expect(await screen.findByText("You're checked in.")).toBeVisible();
  expect(await screen.findByText('1 of 1 session attended')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

it('a result is appealed against with a text, and the appeal is withdrawn', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const enrollment = anEnrollment({ status: 'completed', result: 'failed' });
  const appeal = {
    id: 'appeal-1',
    enrollment_id: enrollment.id,
    text: 'My second attempt was not counted.',
    status: 'open',
    answer: null,
    result: 'failed',
    new_result: null,
    created_at: '2026-01-02T08:00:00Z',
  };
  const before = { until: '2026-01-15T08:00:00Z', can_appeal: true, appeal: null };
  let own: object = before;
  const sent: unknown[] = [];
  serve({
    '/api/v1/enrollments/mine': () => ok({ data: [enrollment], meta: {} }),
    '/api/v1/batches/batch-1': () => ok({ ...aBatch(), sessions: [] }),
    [`/api/v1/results/mine/${enrollment.id}`]: () =>
      ok({ result: 'failed', reasons: [], scores: [], score_percent: 40, counted: 0 }),
    [`/api/v1/appeals/mine/${enrollment.id}`]: () => ok(own),
    '/api/v1/appeals': async (request) => {
      sent.push(await request.json());
      own = { ...before, can_appeal: false, appeal };
      return ok(own);
    },
    '/api/v1/appeals/appeal-1/withdraw': () => {
      own = { ...before, can_appeal: false, appeal: { ...appeal, status: 'withdrawn' } };
      return ok(own);
    },
  });
  renderAt('/candidate/my-trainings/training-1/batch/batch-1', <MyBatchPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Appeal this result' }));
  const text = await screen.findByLabelText(/What is wrong with the result/);
  const send = screen.getByRole('button', { name: 'Send appeal' });
  await userEvent.type(text, 'Unfair');
  await userEvent.click(send);
  expect(text).toBeInvalid();
  expect(sent).toEqual([]);
  await userEvent.clear(text);
  await userEvent.type(text, appeal.text);
  await userEvent.click(send);
  expect(await screen.findByText('Awaiting an answer')).toBeVisible();
  expect(sent).toEqual([{ enrollment_id: enrollment.id, text: appeal.text }]);
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw appeal' }));
  const buttons = await screen.findAllByRole('button', { name: 'Withdraw appeal' });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Appeal this result' })).toBeNull();
});

it('whoever attended says how it was, and is thanked', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const enrollment = anEnrollment({ status: 'completed', result: 'passed' });
  const until = '2026-01-31T08:00:00Z';
  let own = { until, can_answer: true, answered: false };
  const sent: unknown[] = [];
  serve({
    '/api/v1/enrollments/mine': () => ok({ data: [enrollment], meta: {} }),
    '/api/v1/batches/batch-1': () => ok({ ...aBatch(), sessions: [] }),
    [`/api/v1/surveys/mine/${enrollment.id}`]: async (request) => {
      if (request.method === 'POST') {
        sent.push(await request.json());
        own = { until, can_answer: false, answered: true };
      }
      return ok(own);
    },
  });
  renderAt('/candidate/my-trainings/training-1/batch/batch-1', <MyBatchPage />);
  const send = await screen.findByRole('button', { name: 'Send answer' });
  await userEvent.click(send);
  expect(sent).toEqual([]);
  const overall = within(screen.getByRole('radiogroup', { name: /Overall/ }));
  // jsdom has no layout, so stars cannot be found by position.
  fireEvent.click(overall.getByRole('radio', { name: '4 stars' }));
  await userEvent.type(screen.getByLabelText(/What went well/), 'The trainer.');
  await userEvent.click(send);
  expect(await screen.findByText(/received your survey answer/)).toBeVisible();
  expect(sent).toEqual([
    { overall: 4, content: null, trainer: null, place: null, text: 'The trainer.' },
  ]);
});

it('a candidate who passed reads why there is no certificate yet', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  const enrollment = anEnrollment({ status: 'completed', result: 'passed' });
  serve({
    '/api/v1/enrollments/mine': () => ok({ data: [enrollment], meta: {} }),
    '/api/v1/batches/batch-1': () => ok({ ...aBatch(), sessions: [] }),
    '/api/v1/certificates/mine': () => ok({ data: [], meta: {} }),
    '/api/v1/certificates/mine/waiting': () => ok([]),
  });
  renderAt('/candidate/my-trainings/training-1/batch/batch-1', <MyBatchPage />);
  expect(
    await screen.findByText(/The organization hasn't issued your certificate yet/),
  ).toBeVisible();
});

it('only who passed reads so, whatever other pages have fetched', async () => {
  startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('candidate')] }) });
  serve({
    '/api/v1/certificates/mine': () => ok({ data: [], meta: {} }),
    '/api/v1/certificates/mine/waiting': () => ok([]),
  });
  renderAt(
    '/',
    <>
      <OwnCertificate
        enrollment={anEnrollment({ id: 'e1', status: 'completed', result: 'passed' })}
      />
      <OwnCertificate enrollment={anEnrollment({ id: 'e2', status: 'pending_payment' })} />
    </>,
  );
  expect(await screen.findAllByText(/hasn't issued your certificate yet/)).toHaveLength(1);
});
