import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { GridValidRowModel } from '@mui/x-data-grid';
import { type ReactNode, useRef, useState } from 'react';
import type { $ZodObject } from 'zod/v4/core';
import { type Action, ActionMenu } from '@/components/ActionMenu';
import type { Crumb } from '@/components/Crumbs';
import { PageContainer } from '@/components/PageContainer';
import type { Column } from './columns';
import { DataCards } from './DataCards';
import { DataTable } from './DataTable';
import type { Filter } from './filters';
import { KeysHelp } from './KeysHelp';
import { ListBody, type NothingYet } from './ListBody';
import { ListTabs, type TabsFilter } from './ListTabs';
import { ListToolbar } from './ListToolbar';
import type { List } from './list';
import { type Section, SectionTabs } from './SectionTabs';
import type { SumField } from './Sums';
import { useExport } from './useExport';
import { useFetchAllRows } from './useFetchAllRows';
import { useList } from './useList';
import { type RowKey, useListKeys } from './useListKeys';
import type { ListPosition } from './useListState';
import { usePreferences } from './usePreferences';
import { type SelectAll, type Selecting, toggleElement, useSelection } from './useSelection';

interface ListPageProps<Row, Schema extends $ZodObject> {
  list: List<Row, Schema>;
  title: string;
  lead?: string;
  /** The pages between the layout's start and this list. */
  trail?: readonly Crumb[];
  /** The primary action, beside the title. */
  action?: ReactNode;
  /** Tabs of the lists of the same noun. */
  sections?: { label: string; of: readonly Section[] };
  tabs?: TabsFilter;
  /** Content above the toolbar, such as a chart; `rows` is undefined while loading. */
  above?: (rows: readonly Row[] | undefined, state: ListPosition) => ReactNode;
  /** The label of the search field, such as "Name or reference"; undefined without search. */
  search?: string;
  filters?: readonly Filter[];
  columns: readonly Column<Row>[];
  /** The row's menu and its accessible name. */
  actions?: { name: (row: Row) => string; of: (row: Row) => readonly Action[] };
  /** Actions for selected rows, usually a `BulkBar`, which renders nothing without a selection. */
  bulk?: Selecting<Row> & {
    render: (chosen: Row[], clear: () => void, all: SelectAll | null) => ReactNode;
  };
  /** Keys that press a button of the row with the focus, which names its key in `data-row-key`. */
  rowKeys?: readonly RowKey[];
  /** The totals in the footer, from the call's sums. */
  sums?: readonly SumField[];
  /** The empty state, usually with a button for the first record. */
  empty: NothingYet;
  /** Renders a row on narrow screens; by default its columns as lines. */
  renderCard?: (row: Row) => ReactNode;
  rowId?: (row: Row) => string;
}

// The height above the table in pixels; content above the toolbar adds one line.
const ABOVE_TABLE = 312;
const TABS_HEIGHT = 52;

const nothingToMark = { selectable: () => false, label: () => '' };

/** A page for a server list: tabs, search, filters, table or cards, and actions. */
export function ListPage<Row extends GridValidRowModel, Schema extends $ZodObject>({
  list,
  title,
  lead,
  trail,
  action,
  sections,
  tabs,
  above,
  search,
  filters = [],
  columns,
  actions,
  bulk,
  rowKeys,
  sums,
  empty,
  renderCard,
  rowId = (row) => row.id,
}: ListPageProps<Row, Schema>) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  const { state, query } = useList(list);
  const page = useRef<HTMLDivElement>(null);
  const preferences = usePreferences(list.key);
  const [help, setHelp] = useState(false);
  const rows = query.data?.data ?? [];
  const meta = query.data?.meta;
  const everyRow = useFetchAllRows(list, state.query, rowId);
  const selection = useSelection(rows, meta, rowId, bulk ?? nothingToMark, everyRow);
  const save = useExport(list, state.query, meta);
  useListKeys(page, {
    rowKeys,
    onHelp: () => setHelp(true),
    onMark: bulk && ((index) => mark(rows[index])),
  });

  function mark(row: Row | undefined) {
    if (row && selection.selectable(row)) {
      selection.onChange(toggleElement(selection.ids, rowId(row)));
    }
  }

  const shown = columns.filter(
    ({ field, hidden }, index) => index === 0 || preferences.isShown(field, !hidden),
  );
  const table = {
    label: title,
    columns: actions ? [...shown, actionsColumn(actions)] : shown,
    page: query.data,
    state,
    href: list.href,
    rowId,
    selection: bulk && selection,
    sums,
  };
  return (
    <PageContainer title={title} subtitle={lead} trail={trail} actions={action} compact>
      <Box
        ref={page}
        sx={{
          '--above-table': `${ABOVE_TABLE + (sections ? TABS_HEIGHT : 0) + (tabs ? TABS_HEIGHT : 0)}px`,
        }}
      >
        {sections && <SectionTabs label={sections.label} sections={sections.of} />}
        {tabs && <ListTabs list={list} state={state} tabs={tabs} />}
        {above?.(query.data?.data, state)}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 56, mb: 1 }}>
          {selection.chosen.length === 0 && (
            <ListToolbar
              state={state}
              search={search}
              filters={filters}
              columns={columns}
              preferences={preferences}
              onKeys={() => setHelp(true)}
              narrow={narrow}
              save={list.file && save}
            />
          )}
          {bulk?.render(selection.chosen, selection.clear, selection.all)}
        </Box>
        <ListBody query={query} state={state} empty={empty} filters={filters} search={search}>
          {narrow ? (
            <DataCards
              {...table}
              columns={shown}
              renderCard={renderCard}
              renderActions={actions && ((row: Row) => <RowActions row={row} {...actions} />)}
            />
          ) : (
            <DataTable
              {...table}
              density={preferences.density}
              widths={preferences.widths}
              isFetching={query.isFetching}
            />
          )}
        </ListBody>
        <KeysHelp
          open={help}
          canMark={bulk !== undefined}
          rowKeys={rowKeys}
          onClose={() => setHelp(false)}
        />
      </Box>
    </PageContainer>
  );
}

type Actions<Row> = NonNullable<ListPageProps<Row, $ZodObject>['actions']>;

const RowActions = <Row,>({ row, name, of }: Actions<Row> & { row: Row }) => (
  <ActionMenu name={name(row)} actions={of(row)} />
);

const actionsColumn = <Row,>(actions: Actions<Row>): Column<Row> => ({
  field: 'actions',
  heading: '',
  width: 64,
  cell: (row) => <RowActions row={row} {...actions} />,
});
