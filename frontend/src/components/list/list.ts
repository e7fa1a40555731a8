import type { UseQueryOptions } from '@tanstack/react-query';
import type { $ZodObject, input } from 'zod/v4/core';
import type { Locale } from '@/i18n';
import type { Any } from '@/lib/any';

/** What the rows of a list come to in one currency, in minor units. */
interface MoneySum {
  currency: string;
  [field: `${string}_minor`]: number;
}

/** Where a page stands. There are more rows than `total` where it is `capped`. */
export interface PageMeta {
  page: number;
  page_size: number;
  total: number;
  capped?: boolean;
}

/** A page of a list, as all our list calls answer it; lists of money say what it comes to. */
export interface Page<Row> {
  data: Row[];
  meta: PageMeta & { sums?: readonly MoneySum[] };
}

/** What a call gives at most at once. */
export const MAX_PAGE_SIZE = 500;

/** What a call for a page needs; the generated `…Options({ query })` give it. */
type PageQuery<Row> = UseQueryOptions<Any, Any, Page<Row>, Any>;

/** The kinds of files that the server makes of a list. */
export const fileFormats = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What a call for a file is given besides the filters and the order. */
interface FileQuery {
  format: FileFormat;
  /** Of the headings. */
  language: Locale;
}

/** A list of the server: what its page, its export and the records behind its rows must know. */
export interface List<Row, Schema extends $ZodObject = $ZodObject> {
  /** Names what is kept of it: columns, and the address that its records lead back to. */
  key: string;
  path: string;
  /** The query of the call as the API declares it: names, types, orders and defaults. */
  schema: Schema;
  query: (query: input<Schema>) => PageQuery<Row>;
  /** All of it as a file; none where the server makes no file of it. */
  file?: (query: input<Schema> & FileQuery) => Promise<{ data: unknown; response: Response }>;
  /** Where a row leads. */
  href?: (row: Row) => string;
  /** The order without one in the address, where it is another than the call's own. */
  sort?: string;
}

/** States a list; the types follow from its call. */
export const defineList = <Row, Schema extends $ZodObject>(list: List<Row, Schema>) => list;
