import approvals from '../../openapi/approvals.json';
import catalog from '../../openapi/catalog.json';
import enrollment from '../../openapi/enrollment.json';
import identity from '../../openapi/identity.json';
import notifications from '../../openapi/notifications.json';
import payments from '../../openapi/payments.json';

type Schema = Record<string, unknown>;
interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content?: Record<string, { schema: Schema }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}

const documents = [
  approvals,
  catalog,
  enrollment,
  identity,
  notifications,
  payments,
] as unknown as Document[];

/**
 * Finds fields of a JSON body that are not in the call's schema, which the service would reject.
 */
export async function findUnknownFields(request: Request): Promise<string[]> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return [];
  const { pathname } = new URL(request.url);
  for (const document of documents) {
    for (const [path, operations] of Object.entries(document.paths)) {
      const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      const schema =
        operations[request.method.toLowerCase()]?.requestBody?.content?.['application/json']
          ?.schema;
      if (schema && pattern.test(pathname))
        return findUnknown(document, schema, await request.clone().json(), path);
    }
  }
  return [];
}

function findUnknown(document: Document, schema: Schema, value: unknown, at: string): string[] {
  const reference = schema.$ref as string | undefined;
  if (reference) {
    const name = reference.split('/').pop() ?? '';
    return findUnknown(document, document.components.schemas[name] ?? {}, value, at);
  }
  const variants = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (variants) {
    const found = variants.map((each) => findUnknown(document, each, value, at));
    return found.find((unknown) => unknown.length === 0) ?? found[0] ?? [];
  }
  if (Array.isArray(value))
    return value.flatMap((each) => findUnknown(document, (schema.items ?? {}) as Schema, each, at));
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const property = properties[name];
    if (property) return findUnknown(document, property, each, `${at} ${name}`);
    return schema.additionalProperties === false ? [`${at} ${name}`] : [];
  });
}
