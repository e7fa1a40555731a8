import { type $ZodObject, type $ZodType, type input, safeParse } from 'zod/v4/core';

/** What an address says of a list, as far as its call knows it. */
export interface ListQuery<Schema extends $ZodObject> {
  /** What is set, as text: the filters, and page and order. */
  texts: Record<string, readonly string[]>;
  /** The same, as the call takes it, with its defaults. */
  query: input<Schema>;
  /** Parameters whose values the call would refuse, as they were written: `status=paid`. */
  dropped: { name: string; text: string }[];
}

/** Names of the query that say where one is in the list, not what is in it. */
export const POSITION = ['page', 'page_size', 'sort'];

/**
 * Reads the query of a list call from an address. Names that the call does not know are left alone:
 * they may be another part of the page's.
 */
export function readListQuery<Schema extends $ZodObject>(
  schema: Schema,
  params: URLSearchParams,
  sort?: string,
): ListQuery<Schema> {
  const texts: ListQuery<Schema>['texts'] = {};
  const query: Record<string, unknown> = {};
  const dropped: ListQuery<Schema>['dropped'] = [];
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const given = params.getAll(name).filter((text) => text !== '');
    const usual = name === 'sort' && sort ? sort : usualOf(field, name);
    if (given.length === 0) {
      if (usual !== undefined) query[name] = usual;
      continue;
    }
    const read = safeParse(field, typed(field, given));
    if (read.success) {
      texts[name] = given;
      query[name] = read.data;
    } else {
      dropped.push({ name, text: given.map((text) => `${name}=${text}`).join('&') });
      if (usual !== undefined) query[name] = usual;
    }
  }
  return { texts, query: query as input<Schema>, dropped };
}

/** The orders that the call offers, descending ones with a minus in front. */
export function sortsOf(schema: $ZodObject): readonly string[] {
  const field = schema._zod.def.shape.sort;
  const def = field && definitionOf(field);
  return def && 'entries' in def ? Object.values(def.entries as Record<string, string>) : [];
}

/** Whether the call takes several values under this name. */
export function takesMany(schema: $ZodObject, name: string): boolean {
  const field = schema._zod.def.shape[name];
  return field !== undefined && definitionOf(field).type === 'array';
}

// Filters that are not set are left to the server; where one is in the list is always said.
function usualOf(field: $ZodType, name: string): unknown {
  return POSITION.includes(name) ? safeParse(field, undefined).data : undefined;
}

/** The definition below what makes a field optional. */
function definitionOf(field: $ZodType): $ZodType['_zod']['def'] {
  const { def } = field._zod;
  return 'innerType' in def ? definitionOf(def.innerType as $ZodType) : def;
}

/** The texts of an address as a value of the field's type; what is none stays text. */
function typed(field: $ZodType, texts: readonly string[]): unknown {
  const def = definitionOf(field);
  if (def.type === 'array' && 'element' in def) {
    return texts.map((text) => typed(def.element as $ZodType, [text]));
  }
  const text = texts[0] ?? '';
  if (def.type === 'number') return text.trim() === '' ? text : Number(text);
  if (def.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}
