import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BatchCard as Batch } from '@/api/catalog';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton, TextLink } from '@/components/RouterLinks';
import { formatBatchDates } from '@/domain/batchTimes';
import { formatPlace } from '@/domain/place';
import { type Locale, localized, useLocale } from '@/i18n';
import { formatMoney, formatNumber } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { MAX_COMPARED, savedBatchesQuery } from './queries';
import { SaveButton } from './SaveButton';

const UUID = /^[0-9a-f-]{36}$/i;

/** Compares up to three batches; the URL holds them, so it can be shared. */
export default function CompareBatchesPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const ids = [...new Set(params.getAll('id'))]
    .filter((id) => UUID.test(id))
    .slice(0, MAX_COMPARED);
  const { data, error, refetch } = useQuery({
    ...savedBatchesQuery(ids),
    enabled: ids.length > 0,
  });
  const batches = ids.flatMap((id) => data?.data.find((batch) => batch.id === id) ?? []);
  return (
    <PageContainer
      title={t('routes.compareBatches')}
      subtitle={t('saved.compare_lead')}
      trail={[{ label: t('routes.savedBatches'), to: paths.savedBatches }]}
    >
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {ids.length > 0 && !data && !error && (
        <Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />
      )}
      {batches.length > 0 && <Comparison batches={batches} />}
      {(ids.length === 0 || data) && batches.length === 0 && (
        <EmptyState
          title={t('saved.nothing_to_compare')}
          action={
            <LinkButton to={paths.savedBatches} variant="contained">
              {t('routes.savedBatches')}
            </LinkButton>
          }
        />
      )}
    </PageContainer>
  );
}

interface Line {
  label: string;
  of: (batch: Batch) => string;
}

/** Returns the compared properties. */
function useLines(locale: Locale): Line[] {
  const { t } = useTranslation();
  return [
    {
      label: t('catalogue.price'),
      of: ({ price_minor, currency }) =>
        price_minor === 0 ? t('batch_card.free') : formatMoney(price_minor, currency, locale),
    },
    { label: t('batch_page.dates'), of: (batch) => formatBatchDates(batch, locale) },
    {
      label: t('saved.place'),
      of: (batch) => formatPlace(batch, locale) || t('batch_mode.online'),
    },
    { label: t('catalogue.mode'), of: ({ mode }) => t(`batch_mode.${mode}`) },
    {
      label: t('batch_page.duration'),
      of: ({ training }) => t('batch_card.hours', { count: training.duration_hours }),
    },
    { label: t('catalogue.level'), of: ({ training }) => t(`training_level.${training.level}`) },
    { label: t('batch_page.language'), of: ({ language }) => t(`batch_language.${language}`) },
    {
      label: t('catalogue.organization'),
      of: ({ training }) => localized(training.organization, 'name', locale),
    },
    { label: t('saved.seats'), of: ({ seats_left }) => formatNumber(seats_left, locale) },
    {
      label: t('batch_page.certificate'),
      of: ({ training: { certificate_valid_months: months } }) =>
        months === null ? t('saved.without_end') : t('batch_page.valid_months', { count: months }),
    },
  ];
}

/** A table with a sticky first column, which scrolls horizontally, also by keyboard. */
function Comparison({ batches }: { batches: readonly Batch[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const lines = useLines(locale);
  return (
    <Box
      role="region"
      aria-label={t('routes.compareBatches')}
      tabIndex={0}
      sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}
    >
      <Box component="table" sx={look}>
        <thead>
          <tr>
            <td className="label" />
            {batches.map((batch) => (
              <th key={batch.id} scope="col">
                <TextLink to={href(paths.batch, { id: batch.training.id, batchId: batch.id })}>
                  {localized(batch.training, 'title', locale)}
                </TextLink>
                <SaveButton batch={batch} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, of }) => {
            const values = batches.map(of);
            const differs = new Set(values).size > 1;
            return (
              <tr key={label} className={differs ? 'differs' : undefined}>
                <th scope="row" className="label">
                  {label}
                  {differs && <DifferenceMark>{t('saved.differs')}</DifferenceMark>}
                </th>
                {batches.map((batch) => (
                  <td key={batch.id}>{of(batch)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
}

/** Differences are marked by more than colour. */
function DifferenceMark({ children }: { children: ReactNode }) {
  return (
    <Box component="small" sx={{ display: 'block', color: 'primary.main', fontWeight: 500 }}>
      {children}
    </Box>
  );
}

const look = {
  width: 1,
  borderCollapse: 'collapse',
  '& th, & td': { p: 2, textAlign: 'start', verticalAlign: 'top', minWidth: 180 },
  '& th': { fontWeight: 600 },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
  '& .differs td': { fontWeight: 600 },
  '& .label': {
    position: 'sticky',
    insetInlineStart: 0,
    minWidth: 120,
    width: 160,
    bgcolor: 'background.paper',
  },
} as const;
