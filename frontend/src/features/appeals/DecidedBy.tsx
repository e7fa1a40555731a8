import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AppealDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { ATTENDANCE_COLOR } from '@/domain/attendanceColor';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

/** The scores and attendance on which the result is based. */
export function DecidedBy({ appeal }: { appeal: AppealDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const number = (value: number) => formatNumber(value, locale);
  const needs = (percent: number | null) =>
    percent === null ? '' : ` · ${t('appeals.needs', { percent: number(percent) })}`;
  return (
    <TitledCard title={t('appeals.decided_by')}>
      {appeal.reasons.length > 0 && (
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          {t('appeals.because', {
            reasons: appeal.reasons
              .map((reason) => t(`results.reason.${reason}`))
              .join(t('table.list_separator')),
          })}
        </Typography>
      )}
      <Details
        entries={[
          ...appeal.scores.map(
            (score) =>
              [
                localized(score, 'title', locale),
                score.points === null
                  ? '–'
                  : t('appeals.points', {
                      points: number(score.points),
                      maximum: number(score.maximum),
                    }),
              ] as const,
          ),
          appeal.score_percent !== null && [
            t('appeals.total'),
            `${number(appeal.score_percent)} %${needs(appeal.min_score_percent)}`,
          ],
          [
            t('appeals.attendance'),
            t('attendance.so_far', appeal) + needs(appeal.min_attendance_percent),
          ],
        ]}
      />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {appeal.sessions.map(({ session_id, starts_at, attendance }) => (
          <Box
            component="li"
            key={session_id}
            sx={{ display: 'flex', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography variant="body2" sx={{ mr: 'auto' }}>
              <DateText value={starts_at} style="datetime" />
            </Typography>
            {attendance ? (
              <Chip
                size="small"
                color={ATTENDANCE_COLOR[attendance]}
                label={t(`attendance.mark.${attendance}`)}
              />
            ) : (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('appeals.unmarked')}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}
