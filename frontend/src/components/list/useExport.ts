import { useMutation, useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { $ZodObject } from 'zod/v4/core';
import { useLocale } from '@/i18n';
import { csvOf, download } from '@/lib/csv';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';
import type { Column } from './columns';
import { fetchAll } from './exported';
import type { List } from './list';

/** Saves a list as it is filtered and sorted, all of it, as a file for spreadsheets. */
export function useExport<Row, Schema extends $ZodObject>(
  list: List<Row, Schema>,
  query: object,
  columns: readonly Column<Row>[],
  rowId: (row: Row) => string,
) {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useQueryClient();
  const problemText = useProblemText();
  return useMutation({
    mutationFn: () => fetchAll(client, list, { ...query }, rowId),
    onSuccess: (rows) => {
      const exported = columns.flatMap((column) => column.exported({ t, locale }));
      download(`${list.key}-${dayjs().format('YYYY-MM-DD')}.csv`, csvOf(exported, rows));
      toast.success(t('table.exported', { count: rows.length }));
    },
    onError: (error) => toast.error(problemText(error)),
  });
}
