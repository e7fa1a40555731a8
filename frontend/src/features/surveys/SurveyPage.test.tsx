import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { SurveyResults } from '@/api/enrollment';
import { paths } from '@/routes/paths';
import { renderAt } from '@/test/render';
import { ok, serve } from '@/test/serve';
import SurveyPage from './SurveyPage';

const results: SurveyResults = {
  batch_id: 'batch-1',
  code: 'FLT-1',
  title_en: 'Forklift driving',
  title_ar: 'قيادة الرافعات',
  invited: 8,
  answered: 4,
  shown_from: 3,
  shown: true,
  questions: [
    { question: 'overall', average: 4.25, counts: [0, 0, 1, 1, 2] },
    { question: 'place', average: null, counts: [0, 0, 0, 0, 0] },
  ],
  comments: ['The yard was too hot.'],
};

function show(given: Partial<SurveyResults> = {}) {
  const calls = serve({
    '/api/v1/surveys/batches/batch-1': () => ok({ ...results, ...given }),
    '/api/v1/surveys/batches/batch-1/export': () => new Response('Overall'),
  });
  renderAt(
    '/dashboard/trainings/batches/batch-1/survey',
    <Routes>
      <Route path={paths.batchSurvey} element={<SurveyPage />} />
    </Routes>,
  );
  return calls;
}

describe('the survey of a batch', () => {
  it('shows how many answered, the averages, who many gave what, and the comments', async () => {
    const calls = show();
    expect(await screen.findByText('4 of 8 answered (50%)')).toBeVisible();
    expect(screen.getByText('4.3')).toBeVisible();
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(screen.getByText('The yard was too hot.')).toBeVisible();
    const files = screen.getByRole('button', { name: /file|export|download/i });
    await userEvent.click(files);
    await userEvent.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
    await waitFor(() => expect(calls.some(({ url }) => url.includes('/export'))).toBe(true));
  });

  it('says nothing but how many as long as they are too few', async () => {
    show({ shown: false, answered: 2, questions: [], comments: [] });
    expect(await screen.findByText('2 of 8 answered')).toBeVisible();
    expect(screen.getByText(/after 3 answers/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /export/i })).toBeNull();
  });
});
