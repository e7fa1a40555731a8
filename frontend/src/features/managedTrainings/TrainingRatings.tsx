import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getTrainingRatingsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { href, paths } from '@/routes/paths';

const QUESTIONS = ['overall', 'content', 'trainer', 'place'] as const;
const MAX_SHOWN = 5;

/** Survey ratings of a training; renders nothing without answers. */
export function TrainingRatings({ trainingId }: { trainingId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery(getTrainingRatingsOptions({ path: { training_id: trainingId } }));
  if (!data || data.answered === 0) return null;
  const average = (value: number) => `${formatNumber(value, locale)} / 5`;
  return (
    <TitledCard title={t('surveys.ratings')} lead={t('surveys.of_five', { count: data.answered })}>
      <Details
        entries={QUESTIONS.map((question) => {
          const value = data[question];
          return value !== null && ([t(`surveys.questions.${question}`), average(value)] as const);
        })}
      />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0 }}>
        {data.batches.slice(0, MAX_SHOWN).map((batch) => (
          <Box
            component="li"
            key={batch.batch_id}
            sx={{ display: 'flex', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography variant="body2" component="div" sx={{ mr: 'auto' }}>
              <TextLink to={href(paths.batchSurvey, { uuid: batch.batch_id })}>
                <bdi dir="ltr">{batch.code}</bdi>
              </TextLink>{' '}
              · <DateText value={batch.starts_at} />
            </Typography>
            <Typography variant="body2">{average(batch.overall)}</Typography>
          </Box>
        ))}
      </Box>
    </TitledCard>
  );
}
