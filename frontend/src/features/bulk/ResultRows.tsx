import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail, BulkRowRead } from '@/api/enrollment';
import { zRowState } from '@/api/enrollment/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { DataCards } from '@/components/list/DataCards';
import { DataTable } from '@/components/list/DataTable';
import { ListBody } from '@/components/list/ListBody';
import { ListToolbar } from '@/components/list/ListToolbar';
import { useList } from '@/components/list/useList';
import { usePreferences } from '@/components/list/usePreferences';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { bulkRows } from './lists';
import { useSaveFile } from './queries';

const column = defineColumns<BulkRowRead>();

/** The rows of a file with their results, and an export. */
export function ResultRows({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  const list = useMemo(() => bulkRows(bulk.id), [bulk.id]);
  const { state, query } = useList(list);
  const preferences = usePreferences(list.key);
  const file = useSaveFile(bulk.id, locale);
  const filters = [
    {
      kind: 'choice' as const,
      name: 'state',
      label: t('bulk_enrollments.state'),
      options: toOptions(zRowState.options, (of) => statusText(t, 'row', of)),
    },
    {
      kind: 'choice' as const,
      name: 'uninvited',
      label: t('bulk_enrollments.uninvited.filter'),
      options: [{ value: 'true', label: t('bulk_enrollments.uninvited.only') }],
    },
  ];
  const columns = [
    column.text('number', t('edit_grid.line'), { read: ({ number }) => String(number), width: 80 }),
    column.text('name', t('bulk_enrollments.name'), {
      read: ({ cells: { name_en = '', name_ar = '' } }) =>
        localized({ name_en, name_ar }, 'name', locale),
    }),
    column.code('id_number', t('bulk_enrollments.number'), {
      read: ({ cells }) => cells.civil_number || cells.passport_number || '',
    }),
    column.own('state', t('bulk_enrollments.state'), {
      width: 180,
      flex: undefined,
      cell: ({ state: of, enrollment_status: status }) =>
        status && of !== 'failed' ? (
          <StatusChip noun="enrollment" status={status} />
        ) : (
          <StatusChip noun="row" status={of} />
        ),
    }),
    column.text('errors', t('edit_grid.problems'), {
      read: ({ errors, uninvited }) =>
        [
          ...errors.map((each) => (locale === 'ar' ? each.message_ar : each.message)),
          ...(uninvited && !bulk.test ? [t('bulk_enrollments.uninvited.only')] : []),
        ].join(' ') || '–',
      flex: 1.6,
    }),
  ];
  const table = {
    label: t('bulk_enrollments.rows'),
    columns,
    page: query.data,
    state,
    rowId: ({ number }: BulkRowRead) => String(number),
  };
  const search = t('bulk_enrollments.search_rows');
  return (
    <Box sx={{ '--above-table': '312px' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 56, mb: 1 }}>
        <ListToolbar
          state={state}
          search={search}
          filters={filters}
          columns={columns}
          preferences={preferences}
          narrow={narrow}
          save={file}
        />
      </Box>
      <ListBody
        query={query}
        state={state}
        empty={{ title: t('bulk_enrollments.no_rows') }}
        filters={filters}
        search={search}
      >
        {narrow ? (
          <DataCards {...table} />
        ) : (
          <DataTable
            {...table}
            density={preferences.density}
            widths={preferences.widths}
            isFetching={query.isFetching}
          />
        )}
      </ListBody>
    </Box>
  );
}
