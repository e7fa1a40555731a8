import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { type CsvColumn, csvOf, download } from '@/lib/csv';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';
import type { ListPage } from './DataTable';

// The most that one call gives.
const PAGE_SIZE = 500;

interface ExportButtonProps<Row> {
  /** The beginning of the file's name; the day is added. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** One page of the list as it is filtered and sorted now. */
  fetchPage: (position: { page: number; page_size: number }) => Promise<ListPage<Row>>;
}

/** Saves the whole list, not only the page that is shown, as a file for spreadsheets. */
export function ExportButton<Row extends { id: string }>({
  name,
  columns,
  fetchPage,
}: ExportButtonProps<Row>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const save = useMutation({
    mutationFn: async () => {
      // By id: a row that is added meanwhile moves others to the next page.
      const rows = new Map<string, Row>();
      for (let page = 1, more = true; more; page += 1) {
        const { data, meta } = await fetchPage({ page, page_size: PAGE_SIZE });
        for (const row of data) rows.set(row.id, row);
        more = page * PAGE_SIZE < meta.total && data.length > 0;
      }
      return [...rows.values()];
    },
    onSuccess: (rows) => {
      download(`${name}-${dayjs().format('YYYY-MM-DD')}.csv`, csvOf(columns, rows));
      toast.success(t('table.exported', { count: rows.length }));
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('table.export')}
    </Button>
  );
}

/** A moment for spreadsheets, in the reader's time zone. */
export const csvTime = (value: string | null | undefined): string =>
  value ? dayjs(value).format('YYYY-MM-DD HH:mm') : '';
