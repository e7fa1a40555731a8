import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import { Details } from '@/components/record/Details';
import { localized, useLocale } from '@/i18n';
import { datesOf } from './batchTimes';
import { placeOf } from './place';

/** What is taught, by whom, when and where. */
export function BatchDetails({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { training } = batch;
  const trainer = localized(batch, 'trainer', locale);
  return (
    <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Typography variant="body2" sx={{ fontWeight: 500, color: 'primary.main' }}>
        {localized(training.category, 'name', locale)}
      </Typography>
      <Typography variant="h4" component="h2" sx={{ mt: 0.5 }}>
        {localized(training, 'title', locale)}
      </Typography>
      <Box sx={{ color: 'text.secondary' }}>
        {localized(training.organization, 'name', locale)} · <bdi dir="ltr">{batch.code}</bdi>
      </Box>
      <Details
        entries={[
          [t('batch_page.dates'), datesOf(batch, locale)],
          [t(`batch_mode.${batch.mode}`), placeOf(batch, locale) || t('batch_mode.online')],
          [
            t('batch_page.duration'),
            `${t('batch_card.hours', { count: training.duration_hours })} · ${t(
              'batch_page.sessions',
              { count: batch.sessions.length },
            )}`,
          ],
          [t('batch_page.language'), t(`batch_language.${batch.language}`)],
          trainer && [t('batch_page.trainer'), trainer],
          training.certificate_valid_months !== null && [
            t('batch_page.certificate'),
            t('batch_page.valid_months', { count: training.certificate_valid_months }),
          ],
        ]}
      />
    </Card>
  );
}
