import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { getMyResultOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { OwnAppeal } from './OwnAppeal';

/** The candidate's result with its scores, and the reasons for not passing. */
export function OwnResult({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery({
    ...getMyResultOptions({ path: { enrollment_id: enrollment.id } }),
    enabled: enrollment.status === 'completed',
    // Batches that ended before the introduction of results have none.
    retry: false,
  });
  if (!data) return null;
  const number = (value: number) => formatNumber(value, locale);
  return (
    <TitledCard title={t('my_batches.result.title')}>
      <Typography sx={{ mt: 1.5, fontWeight: 600 }}>
        {statusText(t, 'enrollment_result', data.result)}
      </Typography>
      {data.reasons.length > 0 && (
        <Box component="ul" sx={{ my: 1, ps: 2.5 }}>
          {data.reasons.map((reason) => (
            <li key={reason}>
              {t(`my_batches.result.reason.${reason}`, {
                attendance: data.min_attendance_percent,
                score: data.min_score_percent,
              })}
            </li>
          ))}
        </Box>
      )}
      <Details
        entries={[
          ...data.scores.map(
            (score) =>
              [
                localized(score, 'title', locale),
                score.points === null
                  ? '–'
                  : t('my_batches.result.points', {
                      points: number(score.points),
                      maximum: number(score.maximum),
                    }),
              ] as const,
          ),
          ...(data.score_percent === null
            ? []
            : [[t('my_batches.result.total'), `${number(data.score_percent)} %`] as const]),
          ...(data.counted === 0
            ? []
            : [
                [
                  t('my_batches.attendance.title'),
                  t('my_batches.attendance.so_far', {
                    count: data.counted,
                    attended: data.attended,
                  }),
                ] as const,
              ]),
        ]}
      />
      <OwnAppeal enrollmentId={enrollment.id} />
    </TitledCard>
  );
}
