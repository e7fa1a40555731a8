import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startSession } from '@/lib/session';
import { aSession, aToken } from '@/test/factories';
import { renderAt } from '@/test/render';
import { ok, refuse, serve } from '@/test/serve';
import { BatchImport, TrainingImport } from './ImportPages';

const row = (number: number, problems: object[]) => ({
  number,
  code: `FLT-${number}`,
  title_en: 'Forklift operation',
  title_ar: 'تشغيل الرافعة الشوكية',
  starts_at: null,
  sessions: null,
  problems,
  hijri_days: [],
});

it('shows every error of every row by the name of its column, and imports the others when told to', async () => {
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(900), user });
  const columns = [{ name: 'duration_hours', en: 'Hours', ar: 'عدد الساعات' }];
  const problem = { field: 'duration_hours', code: 'field.int_parsing', message: 'No number' };
  let isRead = false;
  const calls = serve({
    '/api/v1/trainings/imports/check': () =>
      isRead
        ? ok({ columns, rows: [row(2, []), row(3, [problem])] })
        : refuse(422, 'request.invalid', { fields: [['file', 'sheet.formulas']] }),
    '/api/v1/trainings/imports': () => ok({ created: 1, left_out: 1 }),
  });
  renderAt('/', <TrainingImport />);
  const file = new File(['a'], 'list.csv', { type: 'text/csv' });
  const input = await screen.findByLabelText('Choose a file', { selector: 'input' });
  expect(screen.getByText(/up to 200 rows and 5 MB/)).toBeInTheDocument();
  await userEvent.upload(input, file);
  expect(await screen.findByText(/Some cells contain formulas/)).toBeInTheDocument();
  isRead = true;
  await userEvent.upload(input, file);
  expect(await screen.findByText(/^Hours: .*number/)).toBeInTheDocument();
  // Invalid rows come first.
  expect(screen.getAllByText(/^Row \d$/).map(({ textContent }) => textContent)).toEqual([
    'Row 3',
    'Row 2',
  ]);
  expect(calls.some(({ url }) => url.endsWith('/imports'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Import the 1 row without errors' }));
  await waitFor(() => expect(calls.at(-1)?.url ?? '').toMatch(/imports|managed/));
  const sent = calls.find(({ url }) => url.endsWith('/imports'));
  expect(await sent?.text()).toMatch(/name="leave_out"\s+true/);
});

it.each([
  ['en', 'First day: \u20681447/05/12\u2069 is 3 Nov 2025 in the Gregorian calendar'],
  ['ar', 'اليوم الأول: \u20681447/05/12\u2069 يوافق 3 نوفمبر 2025 م'],
])('imports Hijri dates once their Gregorian dates are confirmed (%s)', async (locale, text) => {
  await i18next.changeLanguage(locale);
  const { user } = aSession('organization');
  if (user) startSession({ access_token: aToken(900), user });
  const columns = [{ name: 'first_day', en: 'First day', ar: 'اليوم الأول' }];
  const hijri_days = [{ column: 'first_day', typed: '1447/05/12', day: '2025-11-03' }];
  const calls = serve({
    '/api/v1/batches/imports/check': () => ok({ columns, rows: [{ ...row(2, []), hijri_days }] }),
    '/api/v1/batches/imports': () => ok({ created: 1, left_out: 0 }),
  });
  renderAt('/', <BatchImport />);
  const input = await screen.findByLabelText(i18next.t('imports.choose'), { selector: 'input' });
  await userEvent.upload(input, new File(['a'], 'list.csv', { type: 'text/csv' }));
  expect(await screen.findByText(text)).toBeInTheDocument();
  const press = screen.getByRole('button', { name: i18next.t('imports.import_all', { count: 1 }) });
  expect(press).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(press);
  await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/imports'))).toBe(true));
  const sent = calls.find(({ url }) => url.endsWith('/imports'));
  expect(await sent?.text()).toMatch(/name="hijri_confirmed"\s+true/);
});
