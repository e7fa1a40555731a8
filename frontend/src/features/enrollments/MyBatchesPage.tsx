import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead, ListMyEnrollmentsData } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { DataTable } from '@/components/list/DataTable';
import { FilterBar } from '@/components/list/FilterBar';
import { FilterSelect } from '@/components/list/FilterSelect';
import { PageContainer } from '@/components/PageContainer';
import { LinkButton } from '@/components/RouterLinks';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { formatDate, formatDateRange } from '@/lib/format';
import { useTableState } from '@/lib/useTableState';
import { paths } from '@/routes/paths';
import { isPending, nextStepOf } from './nextStep';
import { myBatchPath, PayButton } from './PayButton';
import { myEnrollmentsQuery } from './queries';
import { statuses } from './statuses';

const PENDING_MS = 15_000;

/** The batches that a candidate is or was enrolled in, each with what to do next. */
export default function MyBatchesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useTableState({ filters: ['status'], sort: '-created_at' });
  const query = useQuery({
    ...myEnrollmentsQuery(state.query as ListMyEnrollmentsData['query']),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isPending) ? PENDING_MS : false),
  });
  const columns: GridColDef<EnrollmentRead>[] = [
    {
      field: 'title',
      headerName: t('my_batches.batch'),
      flex: 1.3,
      minWidth: 190,
      sortable: false,
      renderCell: ({ row }) => <BatchName enrollment={row} />,
    },
    {
      field: 'starts_at',
      headerName: t('batch_page.dates'),
      width: 185,
      renderCell: ({ row }) => formatDateRange(row.batch.starts_at, row.batch.ends_at, locale),
    },
    {
      field: 'created_at',
      headerName: t('my_batches.enrolled_on'),
      width: 140,
      renderCell: ({ row }) => <DateText value={row.created_at} />,
    },
    {
      field: 'status',
      headerName: t('my_batches.status'),
      width: 160,
      sortable: false,
      renderCell: ({ row }) => <StatusChip noun="enrollment" status={row.status} />,
    },
    {
      field: 'next_step',
      headerName: t('my_batches.next.title'),
      flex: 1,
      minWidth: 165,
      sortable: false,
      renderCell: ({ row }) => <NextStep enrollment={row} />,
    },
  ];
  return (
    <PageContainer title={t('routes.myTrainings')} subtitle={t('my_batches.lead')}>
      <FilterBar state={state}>
        <FilterSelect
          label={t('my_batches.status')}
          value={state.filters.status}
          options={statuses}
          texts="status.enrollment"
          onChange={(status) => state.setFilters({ status })}
        />
      </FilterBar>
      <DataTable
        label={t('routes.myTrainings')}
        columns={columns}
        query={query}
        state={state}
        rowHref={myBatchPath}
        renderCard={(row) => <MyBatchCard enrollment={row} />}
        empty={{
          title: t('my_batches.none'),
          description: t('my_batches.none_hint'),
          action: (
            <LinkButton variant="contained" to={paths.batches}>
              {t('my_batches.browse')}
            </LinkButton>
          ),
        }}
      />
    </PageContainer>
  );
}

function BatchName({ enrollment: { batch } }: { enrollment: EnrollmentRead }) {
  const locale = useLocale();
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
      <Typography sx={{ fontWeight: 500 }}>{localized(batch, 'title', locale)}</Typography>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {[localized(batch, 'city', locale), batch.code].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  );
}

function NextStep({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const step = nextStepOf(enrollment, Date.now());
  if (step === 'pay') return <PayButton enrollment={enrollment} size="small" />;
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'normal' }}>
      {t(`my_batches.next.${step}`)}
    </Typography>
  );
}

/** One enrollment on a narrow screen; the whole card leads on, so it holds no other link. */
function MyBatchCard({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch } = enrollment;
  const step = nextStepOf(enrollment, Date.now());
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600 }}>{localized(batch, 'title', locale)}</Typography>
        <StatusChip noun="enrollment" status={enrollment.status} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[formatDateRange(batch.starts_at, batch.ends_at, locale), localized(batch, 'city', locale)]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 500, color: 'primary.main' }}>
        {t(`my_batches.next.${step}`)}
        {step === 'pay' &&
          enrollment.payment_due_at &&
          ` · ${t('my_batches.pay_by', {
            date: formatDate(enrollment.payment_due_at, locale, 'datetime'),
          })}`}
      </Typography>
    </Box>
  );
}
