import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { Can } from '@/components/Can';
import { DateText } from '@/components/DateText';
import { LinkButton } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';

/** The open batches of a training, with a link to all. */
export function TrainingBatches({ training }: { training: TrainingRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const next = training.next_batch;
  return (
    <TitledCard title={t('offers.batches')}>
      <Details
        entries={[
          [t('offers.open_batches'), training.batches],
          [t('offers.seats_left'), training.seats_left],
          next && [
            t('offers.next_batch'),
            <Box key="next">
              <DateText value={next.starts_at} /> · <bdi dir="ltr">{next.code}</bdi>
              {next.city && ` · ${localized(next.city, 'name', locale)}`}
            </Box>,
          ],
        ]}
      />
      <Can route="trainingBatches">
        <LinkButton
          variant="outlined"
          fullWidth
          to={href(paths.trainingBatches, { id: training.id })}
          sx={{ mt: 3 }}
        >
          {t('offers.all_batches')}
        </LinkButton>
      </Can>
    </TitledCard>
  );
}
