import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
}

/** The callers that pass a call's guard, as `kit.security.auth` declares them. */
export interface AccessRule {
  profiles?: string[];
  permissions?: string[];
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
  'x-access-rule'?: AccessRule;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Call {
  method: string;
  path: string;
  pattern: RegExp;
  rule: AccessRule | undefined;
  /** Returns a sample response body of the call. */
  answer: () => unknown;
}

const folder = join(import.meta.dirname, '../../openapi');
const FORMATS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '09:00:00',
};

/** All calls of the services, those with fewer parameters in their path first. */
export const calls: Call[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Document)
  .flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        rule: operation['x-access-rule'],
        answer: () => sample(document, getResponseBody(operation)),
      })),
    ),
  )
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

const getResponseBody = ({ responses }: Operation): Schema =>
  (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema ?? {};

/** Returns a sample value of the schema, with every field and one entry in each list. */
function sample(document: Document, schema: Schema): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref)
    return sample(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = anyOf?.filter(({ type }) => type !== 'null') ?? oneOf ?? allOf ?? [];
  if (first) return sample(document, first);
  switch (schema.type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.items ? [sample(document, schema.items)] : [];
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, of]) => [
          name,
          name === 'currency' ? 'SAR' : sample(document, of),
        ]),
      );
    default:
      return null;
  }
}
