import type { TFunction } from 'i18next';
import type { PersonResult, ResultSheet, ScoreSet } from '@/api/enrollment';
import type { CellChange, EditRow } from '@/components/grid/grid';
import { cleanCode } from '@/lib/clean';
import { statusText } from '@/lib/statuses';

/** A cell with invalid text, kept until it is corrected. */
export type Unreadable = ReadonlyMap<string, { text: string; problem: string }>;

export const cellKey = (rowId: string, field: string) => `${rowId} ${field}`;

/**
 * Western or Arabic digits, as in score files. A comma before three digits may separate thousands,
 * so ambiguous input is rejected.
 */
const NUMBER = /^\d+(?:[.٫]\d+|,\d{1,2})?$/;
const GROUPED = /^\d{1,3}(?:[,٬]\d{3})+$/;

/** Parses a typed score: a number, null if empty, or an error. */
export function readScore(text: string, maximum: number, t: TFunction): number | null | string {
  const plain = cleanCode(text).trim();
  if (plain === '') return null;
  if (GROUPED.test(plain)) return t('results.grouped');
  if (!NUMBER.test(plain)) return t('results.not_a_number');
  const points = Number(plain.replace(/[,٫]/, '.'));
  return points > maximum ? t('results.above', { maximum }) : points;
}

/** Splits changes into valid and invalid ones. */
export function sortChanges(sheet: ResultSheet, changes: readonly CellChange[], t: TFunction) {
  const scores: ScoreSet[] = [];
  const unreadable = new Map<string, { text: string; problem: string }>();
  for (const { rowId, field, after } of changes) {
    const assessment = sheet.assessments.find(({ id }) => id === field);
    if (!assessment) continue;
    const points = readScore(after, assessment.maximum ?? 0, t);
    if (typeof points === 'string') {
      unreadable.set(cellKey(rowId, field), { text: after, problem: points });
    } else scores.push({ assessment_id: field, enrollment_id: rowId, points });
  }
  return { scores, unreadable };
}

/** A person's line of the grid. */
export function toScoreRow(
  person: PersonResult,
  line: number,
  { sheet, name, unreadable, t }: RowContext,
): EditRow {
  const wrong = sheet.assessments.flatMap(({ id }) => {
    const found = unreadable.get(cellKey(person.enrollment_id, id));
    return found ? [{ field: id, ...found }] : [];
  });
  const typed = Object.fromEntries(wrong.map(({ field, text }) => [field, text]));
  const points = Object.entries(person.points).map(([id, each]) => [id, String(each)]);
  return {
    id: person.enrollment_id,
    line,
    cells: {
      ...Object.fromEntries(points),
      ...typed,
      name,
      attendance: t('attendance.so_far', person),
      total: person.score_percent === null ? '' : `${person.score_percent} %`,
      result: [
        statusText(t, 'enrollment_result', person.result),
        ...person.reasons.map((reason) => t(`results.reason.${reason}`)),
      ].join(' · '),
    },
    problems: wrong.map(({ field, problem }) => ({ field, text: problem })),
  };
}

interface RowContext {
  sheet: ResultSheet;
  name: string;
  unreadable: Unreadable;
  t: TFunction;
}
