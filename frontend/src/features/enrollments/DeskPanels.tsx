import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EnrollmentRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { countText } from '@/components/list/countText';
import { ListPanel } from '@/components/list/ListPanel';
import type { PageMeta } from '@/components/list/list';
import { usePersonName } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { formatBatchDates } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { href, paths } from '@/routes/paths';
import { upcomingBatchesQuery } from './deskQueries';
import { enrollmentLists } from './lists';
import { detailPath, type Preset, presets } from './presets';

const MAX_SHOWN = 5;

const firstRowsQuery = (preset: Preset) =>
  enrollmentLists[preset].query({ page_size: MAX_SHOWN, sort: presets[preset].sort });
const countByStatus = (status: EnrollmentRead['status']) =>
  enrollmentLists.all.query({ page_size: 1, status: [status] });

/** Counts of pending enrollments; requests only for users who decide on them. */
export function EnrollmentNumbers({ withRequests }: { withRequests: boolean }) {
  const { t } = useTranslation();
  const requests = useQuery({ ...firstRowsQuery('requests'), enabled: withRequests });
  const pending = useQuery(firstRowsQuery('pending'));
  const waitlisted = useQuery(countByStatus('waitlisted'));
  const confirmed = useQuery(countByStatus('confirmed'));
  const getFilteredHref = (status: string) => href(paths.enrollments, {}, { status });
  return (
    <Box
      component="ul"
      aria-label={t('routes.enrollments')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', lg: `repeat(${withRequests ? 4 : 3}, 1fr)` },
      }}
    >
      {withRequests && (
        <NumberCard
          label={t('routes.enrollmentRequests')}
          meta={requests.data?.meta}
          to={paths.enrollmentRequests}
        />
      )}
      <NumberCard
        label={t('routes.pendingPayments')}
        meta={pending.data?.meta}
        to={paths.pendingPayments}
      />
      <NumberCard
        label={t('status.enrollment.waitlisted')}
        meta={waitlisted.data?.meta}
        to={getFilteredHref('waitlisted')}
      />
      <NumberCard
        label={t('status.enrollment.confirmed')}
        meta={confirmed.data?.meta}
        to={getFilteredHref('confirmed')}
      />
    </Box>
  );
}

function NumberCard({
  label,
  meta,
  to,
}: {
  label: string;
  /** Undefined while loading or after a failure. */
  meta: PageMeta | undefined;
  to: string;
}) {
  const locale = useLocale();
  return (
    <Card component="li">
      <CardActionArea component={Link} to={to} sx={{ px: 3, py: 2, height: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography variant="h3" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {meta ? countText(meta, locale) : '–'}
        </Typography>
      </CardActionArea>
    </Card>
  );
}

/** The first enrollments of a list. */
export function EnrollmentsPanel({ preset }: { preset: Exclude<Preset, 'rejected'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePersonName();
  const query = useQuery(firstRowsQuery(preset));
  return (
    <ListPanel
      title={t(preset === 'all' ? 'dashboard.latest' : `dashboard.${preset}`)}
      to={paths[presets[preset].list]}
      query={query}
      empty={t(`enrollments.${preset}.none`)}
      rowHref={({ id }) => href(detailPath(preset), { id })}
      renderRow={(row) => ({
        title: nameOf(row.candidate),
        text: localized(row.batch, 'title', locale),
        end: <RowEnd enrollment={row} preset={preset} />,
      })}
    />
  );
}

function RowEnd({ enrollment, preset }: { enrollment: EnrollmentRead; preset: Preset }) {
  const { t } = useTranslation();
  if (preset === 'all') return <StatusChip noun="enrollment" status={enrollment.status} />;
  return preset === 'pending' ? (
    <>
      {t('enrollments.due')}
      <br />
      <DateText value={enrollment.payment_due_at} style="datetime" />
    </>
  ) : (
    <DateText value={enrollment.created_at} />
  );
}

/** The next batches with their occupancy. */
export function UpcomingBatchesPanel() {
  const { t } = useTranslation();
  const locale = useLocale();
  const query = useQuery(upcomingBatchesQuery(MAX_SHOWN));
  return (
    <ListPanel
      title={t('dashboard.upcoming')}
      query={query}
      empty={t('dashboard.upcoming_none')}
      rowHref={({ id }) => href(paths.enrollments, {}, { batch_id: id })}
      renderRow={(batch) => ({
        title: localized(batch.training, 'title', locale),
        text: (
          <>
            {formatBatchDates(batch, locale)} ·{' '}
            {localized(batch.city, 'name', locale) || t('batch_mode.online')}
          </>
        ),
        end: t('dashboard.seats_taken', { taken: batch.seats_taken, capacity: batch.capacity }),
      })}
    />
  );
}
