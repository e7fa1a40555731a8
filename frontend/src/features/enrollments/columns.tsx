import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { CandidateName } from './CandidateName';
import { Decide } from './Decide';
import type { Column } from './presets';

/** The columns of these names. */
export function useColumns(names: readonly Column[]): GridColDef<EnrollmentRead>[] {
  const { t } = useTranslation();
  const all: Record<Column, Omit<GridColDef<EnrollmentRead>, 'field'>> = {
    candidate: {
      headerName: t('enrollments.candidate'),
      flex: 1.2,
      minWidth: 200,
      renderCell: ({ row }) => <CandidateName candidate={row.candidate} />,
    },
    batch: {
      headerName: t('enrollments.batch'),
      flex: 1.5,
      minWidth: 160,
      sortable: false,
      renderCell: ({ row }) => <BatchName enrollment={row} />,
    },
    starts_at: {
      headerName: t('enrollments.starts'),
      width: 135,
      renderCell: ({ row }) => <DateText value={row.batch.starts_at} />,
    },
    created_at: {
      headerName: t('enrollments.enrolled_at'),
      width: 140,
      renderCell: ({ row }) => <DateText value={row.created_at} />,
    },
    updated_at: {
      headerName: t('enrollments.rejected_at'),
      width: 140,
      renderCell: ({ row }) => <DateText value={row.updated_at} />,
    },
    payment_due_at: {
      headerName: t('enrollments.due'),
      width: 190,
      renderCell: ({ row }) => <DateText value={row.payment_due_at} style="datetime" />,
    },
    price: {
      headerName: t('enrollments.price'),
      width: 115,
      align: 'right',
      headerAlign: 'right',
      sortable: false,
      renderCell: ({ row }) =>
        row.price_minor === 0 ? (
          t('batch_card.free')
        ) : (
          <Money amount={row.price_minor} currency={row.currency} />
        ),
    },
    reason: {
      headerName: t('enrollments.reason'),
      flex: 1,
      minWidth: 180,
      sortable: false,
      renderCell: ({ row }) => (
        <Typography variant="body2" noWrap title={row.reason ?? undefined}>
          {row.reason ?? '–'}
        </Typography>
      ),
    },
    status: {
      headerName: t('enrollments.status'),
      width: 160,
      sortable: false,
      renderCell: ({ row }) => <StatusChip noun="enrollment" status={row.status} />,
    },
    decide: {
      headerName: t('enrollments.decision'),
      width: 210,
      sortable: false,
      renderCell: ({ row }) => <Decide enrollment={row} size="small" />,
    },
  };
  return names.map((field) => ({ field, ...all[field] }));
}

function BatchName({ enrollment: { batch } }: { enrollment: EnrollmentRead }) {
  const title = localized(batch, 'title', useLocale());
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.4 }}>
      <Typography>{title}</Typography>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        <bdi dir="ltr">{batch.code}</bdi>
      </Typography>
    </Box>
  );
}
