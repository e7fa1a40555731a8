import { type $ZodObject, type $ZodType, type input, safeParse } from 'zod/v4/core';
import { type ListAddress, type ListQuery, POSITION } from './useAddressState';

/** Parses URLs with the schema of a list call; the list may have its own default order. */
export const toSearchParams = <Schema extends $ZodObject>(
  schema: Schema,
  sort?: string,
): ListAddress<input<Schema>> => ({
  read: (params) => readListQuery(schema, params, sort),
  sorts: getSortKeys(schema),
  takesMany: (name) => takesMany(schema, name),
});

/**
 * Parses the query of a list call from a URL. It ignores parameters that the call does not know,
 * because other parts of the page may use them.
 */
export function readListQuery<Schema extends $ZodObject>(
  schema: Schema,
  params: URLSearchParams,
  sort?: string,
): ListQuery<input<Schema>> {
  const texts: ListQuery<input<Schema>>['texts'] = {};
  const query: Record<string, unknown> = {};
  const dropped: ListQuery<input<Schema>>['dropped'] = [];
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const given = params.getAll(name).filter((text) => text !== '');
    const usual = name === 'sort' && sort ? sort : getDefault(field, name);
    if (given.length === 0) {
      if (usual !== undefined) query[name] = usual;
      continue;
    }
    const read = safeParse(field, parseValue(field, given));
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

function getSortKeys(schema: $ZodObject): readonly string[] {
  const field = schema._zod.def.shape.sort;
  const def = field && getDefinition(field);
  return def && 'entries' in def ? Object.values(def.entries as Record<string, string>) : [];
}

function takesMany(schema: $ZodObject, name: string): boolean {
  const field = schema._zod.def.shape[name];
  return field !== undefined && getDefinition(field).type === 'array';
}

// Omits unset filters, but always includes page and sort order.
function getDefault(field: $ZodType, name: string): unknown {
  return POSITION.includes(name) ? safeParse(field, undefined).data : undefined;
}

/** Returns the field's definition without its optional wrapper. */
function getDefinition(field: $ZodType): $ZodType['_zod']['def'] {
  const { def } = field._zod;
  return 'innerType' in def ? getDefinition(def.innerType as $ZodType) : def;
}

/** Parses the parameters of a URL for the field's type; unparsable text stays text. */
function parseValue(field: $ZodType, texts: readonly string[]): unknown {
  const def = getDefinition(field);
  if (def.type === 'array' && 'element' in def) {
    return texts.map((text) => parseValue(def.element as $ZodType, [text]));
  }
  const text = texts[0] ?? '';
  if (def.type === 'number') return text.trim() === '' ? text : Number(text);
  if (def.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}
