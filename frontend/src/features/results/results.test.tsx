import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { PersonResult, ResultSheet, ScoreImport } from '@/api/enrollment';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import { typedTexts } from '@/test/typedTexts';
import ResultsPage from './ResultsPage';
import { readScore, sortChanges, toScoreRow } from './scores';

const t = i18next.t;
const RESULTS = '/api/v1/results/batches/batch-1';

const aPerson = (name: string, given: Partial<PersonResult> = {}): PersonResult => ({
  enrollment_id: name,
  status: 'confirmed',
  name_en: name,
  name_ar: name,
  image_url: null,
  points: {},
  attended: 1,
  counted: 2,
  score_percent: 0,
  missing_marks: 0,
  missing_scores: 0,
  result: 'passed',
  reasons: [],
  ...given,
});

const aSheet = (given: Partial<ResultSheet> = {}): ResultSheet => ({
  batch_id: 'batch-1',
  code: 'FLT-1',
  title_en: 'Forklift driving',
  title_ar: 'قيادة الرافعات',
  ends_at: '2026-01-01T10:00:00Z',
  min_attendance_percent: 75,
  min_score_percent: 60,
  editable: true,
  over: true,
  lacks_assessment: false,
  assessments: [
    { id: 'exam', kind: 'exam', title_en: 'Exam', title_ar: 'اختبار', maximum: 50, weight: 1 },
  ],
  people: [
    aPerson('Huda'),
    aPerson('Sara', { result: 'failed', reasons: ['score'], missing_scores: 1 }),
  ],
  ...given,
});

function show(given: Partial<ResultSheet> = {}) {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(600), user });
  const bodies: unknown[] = [];
  const keep = async (request: Request) => {
    bodies.push(await request.json());
    return ok(aSheet(given));
  };
  serve({
    [RESULTS]: () => ok(aSheet(given)),
    [`${RESULTS}/finish`]: keep,
    [`${RESULTS}/assessments`]: keep,
  });
  renderAt(
    '/batch-1',
    <Routes>
      <Route path="/:uuid" element={<ResultsPage />} />
    </Routes>,
  );
  return bodies;
}

describe('finishing a batch', () => {
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Finish batch' }));
    return within(await screen.findByRole('dialog'));
  };

  it('says how everybody would end and whose data is missing, which has to be accepted', async () => {
    const bodies = show();
    const dialog = await open();
    expect(dialog.getByText(/Passed: 1\. Not passed: 1\. Absent: 0\./)).toBeVisible();
    expect(dialog.getByText(/1 person has missing attendance or scores: Sara/)).toBeVisible();
    const finish = dialog.getByRole('button', { name: 'Finish batch' });
    expect(finish).toBeDisabled();
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(finish);
    await waitFor(() => expect(bodies).toEqual([{ accept_missing: true }]));
  });

  it('waits for the last session', async () => {
    show({ over: false });
    const dialog = await open();
    expect(dialog.getByText(/You can finish the batch after that/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Finish batch' })).toBeDisabled();
  });

  it('says before that an assessment is missing where a score is asked for', async () => {
    show({ assessments: [], lacks_assessment: true });
    expect(await screen.findByText(/requires a score of at least 60%/)).toBeVisible();
    expect(screen.queryByText(/only attendance counts/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Finish batch' })).toBeDisabled();
  });

  it('is done once: then nothing can be changed', async () => {
    show({ editable: false, people: [aPerson('Huda', { status: 'completed' })] });
    expect(await screen.findByText(/its results are final/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Finish batch' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add assessment' })).toBeNull();
  });
});

it('an assessment is added with what it counts', async () => {
  const bodies = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add assessment' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/Title in English/), 'Project');
  await userEvent.type(dialog.getByLabelText(/Title in Arabic/), 'مشروع');
  await userEvent.type(dialog.getByLabelText(/Pass mark/), '12.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      { title_en: 'Project', maximum: 100, weight: 1, pass_mark: 12.5 },
    ]),
  );
});

const GROUPED = 'Enter the number without thousands separators.';

describe('a score', () => {
  it.each([
    ['40', 40],
    ['٤٠٫٥', 40.5],
    ['40,5', 40.5],
    [' ', null],
    ['50.01', 'Enter at most 50 points.'],
    ['-1', 'Enter a number of 0 or more.'],
    ['1,000', GROUPED],
    ['١٬٠٠٠', GROUPED],
    ['١٢٫٥', 12.5],
    ['1e1', 'Enter a number of 0 or more.'],
    ['0x10', 'Enter a number of 0 or more.'],
    ['forty', 'Enter a number of 0 or more.'],
  ])('is read from %j as %j', (text, points) => expect(readScore(text, 50, t)).toBe(points));

  it.each(typedTexts.filter(({ rule }) => ['rich_text', 'text', 'code'].includes(rule)))(
    'typed as $typed is read as $meant',
    ({ typed, meant }) => expect(readScore(typed, 1e15, t)).toBe(readScore(meant, 1e15, t)),
  );

  it('that is none is shown with its problem, and the others are stored', () => {
    const sheet = aSheet();
    const change = (rowId: string, after: string) => ({ rowId, field: 'exam', before: '', after });
    const sorted = sortChanges(sheet, [change('Huda', '30'), change('Sara', '300')], t);
    expect(sorted.scores).toEqual([{ assessment_id: 'exam', enrollment_id: 'Huda', points: 30 }]);
    const row = toScoreRow(aPerson('Sara'), 2, {
      sheet,
      name: 'Sara',
      t,
      unreadable: sorted.unreadable,
    });
    expect(row.cells.exam).toBe('300');
    expect(row.problems).toEqual([{ field: 'exam', text: 'Enter at most 50 points.' }]);
  });
});

describe('a file of scores', () => {
  const chosen = async (found: ScoreImport) => {
    show();
    let sheet = aSheet();
    serve({
      [RESULTS]: () => ok(sheet),
      [`${RESULTS}/scores/check`]: () => ok(found),
      [`${RESULTS}/scores/import`]: () => {
        sheet = aSheet({ people: [aPerson('Huda', { points: { exam: 37.5 } })] });
        return ok(sheet);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Import scores' }));
    const file = new File(['Username'], 'scores.csv', { type: 'text/csv' });
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.upload(dialog.getByLabelText('Choose a completed file'), file);
    return dialog;
  };
  const row = {
    line: 3,
    person: 'sara',
    enrollment_id: 'Sara',
    name_en: 'Sara',
    name_ar: 'سارة',
    scores: [],
    problems: [],
  };

  it('is stored once nothing is wrong with it, and its scores are shown', async () => {
    const dialog = await chosen({ rows: [row], changed: 2, invalid: 0 });
    expect(await dialog.findByText(/2 scores will change/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save 2 scores' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('gridcell', { name: '37.5' })).toBeVisible();
  });

  it('shows which scores it replaces', async () => {
    const scores = [
      { assessment_id: 'exam', points: 30, before: 40 },
      { assessment_id: 'other', points: 9, before: null },
    ];
    const dialog = await chosen({ rows: [{ ...row, scores }], changed: 2, invalid: 0 });
    expect(await dialog.findByText(/Row 3/)).toHaveTextContent(
      'Row 3 · sara · Exam: 30 instead of 40',
    );
    expect(dialog.getByText(/1 saved score will be replaced/)).toBeVisible();
  });

  it('says of each row what is wrong, and is not stored', async () => {
    const problems = [{ assessment_id: 'exam', code: 'score.above_maximum', value: '51' }];
    const dialog = await chosen({ rows: [{ ...row, problems }], changed: 1, invalid: 1 });
    expect(await dialog.findByText(/Row 3/)).toHaveTextContent(
      "Row 3 · sara · Exam: 51 – Enter a score no higher than the assessment's maximum.",
    );
    expect(dialog.getByRole('button', { name: 'Save 1 score' })).toBeDisabled();
  });
});
