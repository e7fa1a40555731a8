import type { UseQueryOptions } from '@tanstack/react-query';
import type { $ZodObject, input } from 'zod/v4/core';
import type { Locale } from '@/i18n';
import type { Any } from '@/lib/any';

/** The total of a list's rows in one currency, in minor units. */
interface MoneySum {
  currency: string;
  [field: `${string}_minor`]: number;
}

/** The page's position. With `capped` there are more rows than `total`. */
export interface PageMeta {
  page: number;
  page_size: number;
  total: number;
  capped?: boolean;
}

/** A page of a list, the response of all list calls; lists of money have totals. */
export interface Page<Row> {
  data: Row[];
  meta: PageMeta & { sums?: readonly MoneySum[] };
}

/** The maximum page size of the API. */
export const MAX_PAGE_SIZE = 500;

/** The query options of a page, from the generated `…Options({ query })`. */
type PageQuery<Row> = UseQueryOptions<Any, Any, Page<Row>, Any>;

/** The export formats. */
export const fileFormats = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Parameters of an export besides filters and sort order. */
interface FileQuery {
  format: FileFormat;
  /** The language of the headings. */
  language: Locale;
}

/** A server list: the definition shared by its page, its export and its records. */
export interface List<Row, Schema extends $ZodObject = $ZodObject> {
  /** The storage key of its columns and last address. */
  key: string;
  path: string;
  /** The query of the call as the API declares it: names, types, orders and defaults. */
  schema: Schema;
  query: (query: input<Schema>) => PageQuery<Row>;
  /** Exports all rows; undefined without an export. */
  file?: (query: input<Schema> & FileQuery) => Promise<{ data: unknown; response: Response }>;
  /** The link of a row. */
  href?: (row: Row) => string;
  /** The default sort order, if it differs from the call's own. */
  sort?: string;
}

/** Defines a list; the types follow from its call. */
export const defineList = <Row, Schema extends $ZodObject>(list: List<Row, Schema>) => list;
