/*
 * How the first load is cut. Left to itself the bundler makes some fifty small files of it, one for
 * each set of modules that some later page shares. The rule: what the entry needs is one chunk of
 * libraries and one of ours, what the home page needs besides is a third; all else is left to the
 * bundler. A library comes by its use, not by its index: what an index names besides stays out.
 */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../src', path);

/** What public pages bring, here as the home page has it. */
const PUBLIC = ['features/home/HomePage.tsx', 'features/home/HomeCatalogue.tsx'].map(source);

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const isLibrary = (id: string) => id.includes('/node_modules/');
const isFeature = (id: string) => id.includes('/src/features/');

/** Our own modules that these roots need, not counting what they load on demand. */
function closure(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its end.
  for (const id of found) {
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    for (const own of imported.filter((name) => !isLibrary(name))) found.add(own);
  }
  return found;
}

let shared: Set<string> | undefined;

function inPublic(id: string, graph: Graph): boolean {
  shared ??= closure(PUBLIC, graph);
  return shared.has(id) && !isFeature(id);
}

// What a chunk's modules use comes along, unless one of higher priority has it.
const INITIAL: '$initial'[] = ['$initial'];

/** What changes with a library's version only, our own shell, and what public pages share. */
export const chunkGroups = [
  { name: 'framework', priority: 3, tags: INITIAL, test: isLibrary },
  { name: 'shell', priority: 2, tags: INITIAL },
  {
    name: (id: string, graph: Graph) => (inPublic(id, graph) ? 'public' : null),
    priority: 1,
  },
];
