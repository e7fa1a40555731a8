import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import { Details, type Entry } from '@/components/record/Details';
import { type Locale, localized, useLocale } from '@/i18n';
import { formatBatchDates } from './batchTimes';
import { formatPlace } from './place';

/** A batch's training, trainer, dates and place. */
export function BatchDetails({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Card component="section">
      <BatchHead batch={batch} sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Details entries={batchDetails(batch, locale, t)} />
      </BatchHead>
    </Card>
  );
}

/** The heading of a batch: training and organization, with the children below. */
export function BatchHead({
  batch,
  children,
  sx,
}: {
  batch: BatchRead;
  children: ReactNode;
  sx?: SxProps<Theme>;
}) {
  const locale = useLocale();
  const { training } = batch;
  return (
    <Box sx={sx}>
      <Typography variant="body2" sx={{ fontWeight: 500, color: 'primary.main' }}>
        {localized(training.category, 'name', locale)}
      </Typography>
      <Typography variant="h4" component="h2" sx={{ mt: 0.5 }}>
        {localized(training, 'title', locale)}
      </Typography>
      <Box sx={{ color: 'text.secondary' }}>
        {localized(training.organization, 'name', locale)} · <bdi dir="ltr">{batch.code}</bdi>
      </Box>
      {children}
    </Box>
  );
}

/** Returns the detail entries of a batch, dates and place first. */
export function batchDetails(batch: BatchRead, locale: Locale, t: TFunction): Entry[] {
  const { training } = batch;
  const trainer = localized(batch, 'trainer', locale);
  const months = training.certificate_valid_months;
  const hours = t('batch_card.hours', { count: training.duration_hours });
  const sessions = t('batch_page.sessions', { count: batch.sessions.length });
  const entries: Entry[] = [
    [t('batch_page.dates'), formatBatchDates(batch, locale)],
    [t(`batch_mode.${batch.mode}`), formatPlace(batch, locale) || t('batch_mode.online')],
    [t('batch_page.duration'), `${hours} · ${sessions}`],
    [t('batch_page.language'), t(`batch_language.${batch.language}`)],
  ];
  if (trainer) entries.push([t('batch_page.trainer'), trainer]);
  if (months !== null) {
    entries.push([t('batch_page.certificate'), t('batch_page.valid_months', { count: months })]);
  }
  return entries;
}
