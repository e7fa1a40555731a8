import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { AppealDetail } from '@/api/enrollment';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { AnswerAppeal } from './AnswerAppeal';
import AppealPage from './AppealPage';
import { findChanges } from './corrections';

const appeal: AppealDetail = {
  id: 'appeal-1',
  enrollment_id: 'enrollment-1',
  status: 'open',
  text: 'My second attempt was not counted.',
  answer: null,
  result: 'failed',
  new_result: null,
  version: 1,
  created_at: '2026-01-02T08:00:00Z',
  updated_at: '2026-01-02T08:00:00Z',
  candidate: { profile_id: 'p', name_en: 'Huda Salem', name_ar: 'هدى سالم', image_url: null },
  batch: {
    id: 'batch-1',
    training_id: 'training-1',
    code: 'FLT-1',
    title_en: 'Forklift driving',
    title_ar: 'قيادة الرافعات',
  },
  organization_en: 'Gulf Logistics',
  organization_ar: 'لوجستيات الخليج',
  can_answer: true,
  can_correct: true,
  decided_at: '2026-01-01T08:00:00Z',
  reasons: ['score'],
  attended: 1,
  counted: 1,
  score_percent: 40,
  min_attendance_percent: null,
  min_score_percent: 60,
  scores: [
    {
      assessment_id: 'exam',
      title_en: 'Exam',
      title_ar: 'اختبار',
      points: 20,
      maximum: 50,
      pass_mark: null,
    },
  ],
  sessions: [
    {
      session_id: 'first',
      title_en: '',
      title_ar: '',
      starts_at: '2026-01-01T06:00:00Z',
      attendance: 'present',
    },
  ],
};

function show(given: Partial<AppealDetail> = {}) {
  const bodies: unknown[] = [];
  const answered = async (request: Request) => {
    bodies.push(await request.json());
    return ok({ ...appeal, status: 'changed', can_answer: false });
  };
  serve({
    '/api/v1/appeals': () => ok({ data: [], meta: { page: 1, page_size: 20, total: 0 } }),
    '/api/v1/appeals/appeal-1': () => ok({ ...appeal, ...given }),
    '/api/v1/appeals/appeal-1/uphold': answered,
    '/api/v1/appeals/appeal-1/change': answered,
  });
  renderAt(
    '/dashboard/appeals/appeal-1',
    <Routes>
      <Route path={paths.appeal} element={<AppealPage />} />
    </Routes>,
  );
  return bodies;
}

describe('an appeal', () => {
  it('is answered by corrections, of which only what is changed is sent', async () => {
    const bodies = show();
    expect(await screen.findByText(appeal.text)).toBeVisible();
    expect(screen.getByText('20 of 50')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Correct result' }));
    const dialog = within(await screen.findByRole('dialog'));
    const points = dialog.getByLabelText(/Exam/);
    await userEvent.clear(points);
    await userEvent.type(points, '51');
    await userEvent.type(dialog.getByLabelText(/Answer/), 'Your attempt counts.');
    const save = dialog.getByRole('button', { name: 'Correct result' });
    await userEvent.click(save);
    expect(await dialog.findByText('Enter at most 50 points.')).toBeVisible();
    await userEvent.clear(points);
    await userEvent.type(points, '41.5');
    await userEvent.click(save);
    await waitFor(() =>
      expect(bodies).toEqual([
        {
          answer: 'Your attempt counts.',
          scores: [{ assessment_id: 'exam', points: 41.5 }],
          marks: [],
        },
      ]),
    );
  });

  it('is answered by a reason why the result stays', async () => {
    const bodies = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep result' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/Answer/), 'Both attempts were counted.');
    await userEvent.click(dialog.getByRole('button', { name: 'Keep result' }));
    await waitFor(() => expect(bodies).toEqual([{ answer: 'Both attempts were counted.' }]));
  });

  it('by which a result is lost says what becomes of the certificate', async () => {
    show({ status: 'changed', result: 'passed', new_result: 'failed', can_answer: false });
    expect(await screen.findByText(/any issued certificate is suspended\. You can/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep result' })).toBeNull();
  });
});

it('a mark that was none is corrected, and an emptied score is left as it is', () => {
  const [session] = appeal.sessions;
  const unmarked = { ...appeal, sessions: session ? [{ ...session, attendance: null }] : [] };
  expect(findChanges(unmarked, { points: { exam: null }, marks: { first: 'late' } })).toEqual({
    scores: [],
    marks: [{ session_id: 'first', attendance: 'late' }],
  });
});

it.each([
  ['en', 'Correct result', 'Keep result'],
  ['ar', 'تصحيح النتيجة', 'الإبقاء على النتيجة'],
])(
  'a correction that took the pass away can be corrected again (%s)',
  async (locale, correct, uphold) => {
    await i18next.changeLanguage(locale);
    const lowered: AppealDetail = {
      ...appeal,
      status: 'changed',
      result: 'passed',
      new_result: 'failed',
      can_answer: false,
    };
    serve({ '/api/v1/appeals/appeal-1': () => ok(lowered) });
    renderAt('/dashboard/appeals/appeal-1', <AnswerAppeal appeal={lowered} />);
    await userEvent.click(await screen.findByRole('button', { name: correct }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('button', { name: uphold })).toBeNull();
  },
);
