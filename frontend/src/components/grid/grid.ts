import type { UseQueryOptions } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import type { Option } from '../form/SelectInput';
import type { Page } from '../list/list';

/** A row of the grid. All cells are text, so that invalid values can be shown. */
export interface EditRow {
  id: string;
  /** The row's number in its file or list. */
  line: number;
  cells: Readonly<Record<string, string>>;
  problems: readonly Problem[];
  /** An excluded row, whose errors do not count. */
  muted?: boolean;
}

/** The error of a cell, or of the row. */
interface Problem {
  field: string | null;
  text: string;
}

/** An editable column of a grid. */
export interface EditColumn {
  field: string;
  heading: string;
  /** A day has the form `2027-03-31`; a choice is limited to its options. */
  kind?: 'text' | 'number' | 'day' | 'choice';
  options?: readonly Option[];
  /** Codes and addresses are written left to right in Arabic, too; so are numbers and days. */
  ltr?: boolean;
  readOnly?: boolean;
  /** In pixels; the minimum for a column that fills the remaining width. */
  width?: number;
  fills?: boolean;
}

/** A cell's new text with the replaced one. */
export interface CellChange {
  rowId: string;
  field: string;
  before: string;
  after: string;
}

/** The requested rows. */
export interface GridView {
  page: number;
  pageSize: number;
  onlyProblems: boolean;
  /** Text that a cell must contain; empty for all rows. */
  search: string;
}

export interface EditGridProps<Row> {
  /** The storage key of the column widths. */
  name: string;
  label: string;
  columns: readonly EditColumn[];
  /** The query of a page of rows. */
  query: (view: GridView) => UseQueryOptions<Page<Row>, Any, Page<Row>, Any>;
  read: (row: Row) => EditRow;
  /** The number of rows with errors, if known. */
  problemCount?: number;
  /** Shows errors only at the cells, without an error column and filter. */
  onlyAtCells?: boolean;
  /** Saves at most `PORTION` changes; returns their rows, validated again. */
  save: (changes: readonly CellChange[]) => Promise<readonly Row[]>;
}

/** Maximum number of changes per call. */
export const PORTION = 500;

/** Rows per page. */
export const PAGE_SIZE = 100;
