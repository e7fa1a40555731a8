import type { TFunction } from 'i18next';
import type { AppealChange, AppealDetail } from '@/api/enrollment';
import { zAppealUphold, zAttendance } from '@/api/enrollment/zod.gen';
import { z } from '@/lib/forms';

interface Corrected {
  points: Record<string, number | null>;
  marks: Record<string, string>;
}

/** Scores up to each assessment's maximum, and a mark or none for each session. */
export const correctionForm = ({ scores, sessions }: AppealDetail, t: TFunction) =>
  z.object({
    answer: zAppealUphold.shape.answer,
    points: z.object(
      Object.fromEntries(
        scores.map(({ assessment_id, maximum }) => [
          assessment_id,
          z.nullable(
            z.number().check(z.lte(maximum, { error: () => t('results.above', { maximum }) })),
          ),
        ]),
      ),
    ),
    marks: z.object(
      Object.fromEntries(
        sessions.map(({ session_id }) => [session_id, z.union([z.literal(''), zAttendance])]),
      ),
    ),
  });

/** The current values. */
export const toFormValues = ({ scores, sessions }: AppealDetail) => ({
  answer: '',
  points: Object.fromEntries(scores.map((each) => [each.assessment_id, each.points])),
  marks: Object.fromEntries(sessions.map((each) => [each.session_id, each.attendance ?? ''])),
});

/** Returns the changed values; emptying a field changes nothing. */
export function findChanges(
  { scores, sessions }: AppealDetail,
  { points, marks }: Corrected,
): Pick<Required<AppealChange>, 'scores' | 'marks'> {
  return {
    scores: scores.flatMap(({ assessment_id, points: before }) => {
      const after = points[assessment_id] ?? null;
      return after === null || after === before ? [] : [{ assessment_id, points: after }];
    }),
    marks: sessions.flatMap(({ session_id, attendance: before }) => {
      const after = zAttendance.safeParse(marks[session_id]);
      return !after.success || after.data === before
        ? []
        : [{ session_id, attendance: after.data }];
    }),
  };
}
