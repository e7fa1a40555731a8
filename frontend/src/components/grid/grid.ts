import type { UseQueryOptions } from '@tanstack/react-query';
import type { Any } from '@/lib/any';
import type { Option } from '../form/SelectInput';
import type { Page } from '../list/list';

/** A row as the grid shows it. All cells are text, since what is wrong must be shown, too. */
export interface EditRow {
  id: string;
  /** What it is called: its number in the file or list that it came from. */
  line: number;
  cells: Readonly<Record<string, string>>;
  problems: readonly Problem[];
  /** It counts for nothing at present. */
  muted?: boolean;
}

/** What is wrong with a cell, or with the row where no one cell is at fault. */
interface Problem {
  field: string | null;
  text: string;
}

/** A column of a grid that is edited. */
export interface EditColumn {
  field: string;
  heading: string;
  /** A day is written as `2027-03-31`; of a choice the options say what may stand there. */
  kind?: 'text' | 'number' | 'day' | 'choice';
  options?: readonly Option[];
  /** Codes and addresses are written left to right in Arabic, too; so are numbers and days. */
  ltr?: boolean;
  readOnly?: boolean;
  /** In pixels; of one that fills what the others leave, the least. */
  width?: number;
  fills?: boolean;
}

/** Another text for a cell, and the one that it replaces. */
export interface CellChange {
  rowId: string;
  field: string;
  before: string;
  after: string;
}

/** Which rows are asked for. */
export interface GridView {
  page: number;
  pageSize: number;
  onlyProblems: boolean;
  /** What stands in one of the cells; empty for all rows. */
  search: string;
}

export interface EditGridProps<Row> {
  /** Under which the widths of its columns are kept. */
  name: string;
  label: string;
  columns: readonly EditColumn[];
  /** The call for a page of the rows. */
  query: (view: GridView) => UseQueryOptions<Page<Row>, Any, Page<Row>, Any>;
  read: (row: Row) => EditRow;
  /** How many rows have problems, where that is known. */
  problemCount?: number;
  /** What is wrong is said at the cells alone: there is no column of it, and no filter. */
  onlyAtCells?: boolean;
  /** Stores at most `PORTION` changes; gives their rows, checked anew. */
  save: (changes: readonly CellChange[]) => Promise<readonly Row[]>;
}

/** How many changes are saved by one call. */
export const PORTION = 500;

/** How many rows are shown at once, and asked for at once. */
export const PAGE_SIZE = 100;
