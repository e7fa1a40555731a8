import { statuses } from '../src/lib/statuses.ts';

/** The enums of states in an OpenAPI document, by noun. */
export function statusEnums(document: string): Map<string, readonly string[]> {
  const { components } = JSON.parse(document) as {
    components: { schemas: Record<string, { enum?: string[] }> };
  };
  return new Map(
    Object.entries(components.schemas).flatMap(([name, schema]): [string, string[]][] => {
      const noun = getNoun(name);
      return schema.enum && noun ? [[noun, schema.enum]] : [];
    }),
  );
}

/** `NumberCaseStatus` → `number_case`; a result is a separate state, `enrollment_result`. */
function getNoun(name: string): string | null {
  if (!/(?:Status|State|Result)$/.test(name)) return null;
  return name
    .replace(/(?:Status|State)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase();
}

/** Returns states of the API without a colour, colours without a text, and texts without a state. */
export function compareStatuses(
  enums: Map<string, readonly string[]>,
  texts: Record<string, Map<string, string>>,
  colors: Record<string, Record<string, string>> = statuses,
): string[] {
  const wanted = [...enums].flatMap(([noun, states]) => states.map((state) => [noun, state]));
  const uncoloured = wanted
    .filter(([noun = '', state = '']) => !colors[noun]?.[state])
    .map(([noun, state]) => `src/lib/statuses.ts: ${noun}.${state} has no colour`);

  const known = Object.entries(colors).flatMap(([noun, states]) =>
    Object.keys(states).map((state) => `status.${noun}.${state}`),
  );
  const differing = Object.entries(texts).flatMap(([locale, said]) => {
    const keys = [...said.keys()].filter((key) => key.startsWith('status.'));
    return [
      ...known.filter((key) => !said.has(key)).map((key) => `${locale}: ${key} has no text`),
      ...keys.filter((key) => !known.includes(key)).map((key) => `${locale}: ${key} is no state`),
    ];
  });
  return [...uncoloured, ...differing];
}
