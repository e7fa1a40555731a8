import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type EditGridProps, type EditRow, type GridView, PAGE_SIZE } from './grid';
import { useEdits } from './useEdits';

interface Answer<Row> {
  row: Row;
  /** In milliseconds since the epoch. */
  at: number;
}

/** Returns the requested rows with unsaved changes applied. */
export function useGridRows<Row>({
  columns,
  query,
  read,
  save,
  problemCount = 0,
}: EditGridProps<Row>) {
  const client = useQueryClient();
  const [view, setView] = useState<GridView>({
    page: 1,
    pageSize: PAGE_SIZE,
    onlyProblems: problemCount > 0,
    search: '',
  });
  const asked = useQuery({ ...query(view), placeholderData: keepPreviousData });
  // Corrected rows stay in the filtered list until it is refetched.
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer<Row>>>(new Map());
  const edits = useEdits(async (changes) => {
    const rows = await save(changes);
    const at = Date.now();
    setAnswers(
      (known) => new Map([...known, ...rows.map((row) => [read(row).id, { row, at }] as const)]),
    );
  });

  function toEditRow(row: Row, askedAt: number): EditRow {
    const { id } = read(row);
    const answer = answers.get(id);
    const stored = read(answer && answer.at >= askedAt ? answer.row : row);
    const cells = columns.map(({ field }) => [
      field,
      edits.unsaved(id, field) ?? stored.cells[field] ?? '',
    ]);
    return { ...stored, cells: Object.fromEntries(cells) };
  }

  /** Fetches rows from a page on: at least the given number, or all. */
  async function fetchRowsFrom(
    from: GridView,
    least = Number.POSITIVE_INFINITY,
  ): Promise<EditRow[]> {
    const rows: EditRow[] = [];
    for (let page = from.page; rows.length < least; page += 1) {
      const { data, meta } = await client.fetchQuery({ ...query({ ...from, page }), staleTime: 0 });
      rows.push(...data.map((row) => toEditRow(row, Date.now())));
      if (data.length === 0 || page * from.pageSize >= meta.total) break;
    }
    return rows;
  }

  const { data, dataUpdatedAt, isPlaceholderData } = asked;
  const rows = data?.data.map((row) => toEditRow(row, dataUpdatedAt)) ?? [];
  // Its last rows may have been corrected.
  const isBehindEnd = data?.data.length === 0 && !isPlaceholderData && view.page > 1;
  useEffect(() => {
    if (isBehindEnd) setView((current) => ({ ...current, page: 1 }));
  }, [isBehindEnd]);

  return {
    view,
    /** Shows other rows, from the first page unless specified. */
    show: (changes: Partial<GridView>) => setView({ ...view, page: 1, ...changes }),
    rows,
    total: data?.meta.total,
    isFetching: asked.isFetching,
    error: asked.error as unknown,
    askAgain: () => void asked.refetch(),
    edits,
    readFrom: fetchRowsFrom,
  };
}

export type GridRows = ReturnType<typeof useGridRows>;
