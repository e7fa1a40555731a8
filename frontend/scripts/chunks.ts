/*
 * How the first load is cut. Left to itself the bundler makes some fifty small files of it, one for
 * each set of modules that some later page shares. The rule: what a root below imports, itself or by
 * way of others but not on demand, is one chunk; all else is left to the bundler.
 */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../src', path);

/** What runs on every page. */
const START = ['main.tsx'].map(source);

/** What public pages bring, here as the home page has it. */
const PUBLIC = [
  'features/home/HomePage.tsx',
  'features/home/HomeCatalogue.tsx',
  'domain/site/start.ts',
].map(source);

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** The modules that these roots need. */
function closure(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its end.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

let start: Set<string> | undefined;
let shared: Set<string> | undefined;

const isLibrary = (id: string) => id.includes('/node_modules/');
const isFeature = (id: string) => id.includes('/src/features/');

function inStart(id: string, graph: Graph): boolean {
  start ??= closure(START, graph);
  return start.has(id);
}

function inPublic(id: string, graph: Graph): boolean {
  shared ??= closure(PUBLIC, graph);
  return shared.has(id) && !isFeature(id);
}

/** A chunk of the modules that belong to it, and of what they need of the lower ones. */
const chunk = (name: string, priority: number, has: (id: string, graph: Graph) => boolean) => ({
  name: (id: string, graph: Graph) => (has(id, graph) ? name : null),
  priority,
});

/** What changes with a library's version only, our own shell, and what public pages share. */
export const chunkGroups = [
  chunk('framework', 3, (id, graph) => isLibrary(id) && inStart(id, graph)),
  chunk('shell', 2, inStart),
  chunk('public', 1, inPublic),
];
