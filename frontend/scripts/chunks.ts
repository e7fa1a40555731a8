/*
 * How the first load is cut. Left to itself the bundler makes some fifty small files of it, one for
 * each set of modules that some later page shares. The rule: what the entry needs is one chunk of
 * libraries and one of ours, what the home page needs besides is a third; of the catalogue, what both the list of
 * trainings and the pages of one thing need, what the list of batches shares with those, and what each of them needs
 * besides; all else is left to the bundler. A library comes by its use, not by its index: what an index names
 * besides stays out.
 */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../src', path);

/** The modules of public pages, as on the home page; the last one is smaller here than as a file of its own. */
const PUBLIC = [
  'features/home/HomePage.tsx',
  'features/home/HomeCatalogue.tsx',
  '../node_modules/@mui/material/locale/utils/buildFormatNumber.mjs',
].map(source);

const page = (name: string) => source(`features/trainings/${name}.tsx`);

/** The pages of the catalogue, between which visitors go to and fro: its lists, and those of one thing. */
const TRAININGS = [page('TrainingsPage')];
const BATCHES = [page('BatchesPage')];
const TRAINING = [page('TrainingPage')];
const OFFERS = [...TRAINING, page('BatchPage')];

/** What stands around all of these, and needs nothing that they do not. */
const AROUND = source('components/QueryProvider.tsx');

/** What dialogs and forms are made of, which nearly every page has that is no list of these. */
const FIELDS = ['Dialog/Dialog', 'MenuItem/MenuItem', 'TextField/TextField'].map((path) =>
  source(`../node_modules/@mui/material/${path}.mjs`),
);

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const isLibrary = (id: string) => id.includes('/node_modules/');
const isIndex = (id: string) => isLibrary(id) && /\/index\.m?js$/.test(id);
const isBeside = (id: string, index: string) => id.startsWith(index.replace(/[^/]+$/, ''));

/** What indexes name besides what these pages use: other hooks of the queries, the classes of all of MUI's parts. */
const isRare = (id: string) =>
  /\/react-query\/.*\/use(?!(Base)?Query\.)\w+\.js$|\/enhanceHighContrast\./.test(id);
const isFeature = (id: string) => id.includes('/src/features/');

/** A library's own modules name whole indexes for one thing in them: what they use of those comes along anyway. */
const isReached = (id: string, from: string) => !(isIndex(id) && isLibrary(from));

/**
 * Our own modules that these roots need, and of libraries the modules that those import; not what
 * they load on demand, nor, unless it is a deep one, what the libraries' modules use in their turn.
 */
function closure(roots: readonly string[], graph: Graph, isDeep = false): Set<string> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its end.
  for (const id of found) {
    if (isLibrary(id) && !isIndex(id) && !isDeep) continue;
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    for (const name of imported) {
      if (isIndex(id) ? isBeside(name, id) && !isRare(name) : isReached(name, id)) found.add(name);
    }
  }
  return found;
}

/** Gives the chunk's name for what these roots need. */
function groupNeeded(name: string, roots: readonly string[], isOut: (id: string) => boolean) {
  let found: Set<string> | undefined;
  return (id: string, graph: Graph) => {
    found ??= closure(roots, graph);
    return found.has(id) && !isIndex(id) && !isOut(id) ? name : null;
  };
}

/** Gives the chunk's name for what both of these need, and for what stands around them. */
function groupShared(
  name: string,
  some: readonly string[],
  others: readonly string[],
  around?: string,
) {
  let found: [Set<string>, Set<string>] | undefined;
  return (id: string, graph: Graph) => {
    found ??= [closure(some, graph, true), closure(others, graph, true)];
    return id === around || found.every((each) => each.has(id)) ? name : null;
  };
}

// What a chunk's modules use comes along, unless one of higher priority has it.
const INITIAL: '$initial'[] = ['$initial'];

/** A file without which there is no app that could ask for another one. */
export const isFirst = (file: string) => /\/(framework|shell|index|runtime)-/.test(file);

/**
 * Files by their hash alone, but for the few of the first load: the shell names every file that any
 * page needs, so that all of a page's are asked for at once, and longer names are 1 kB of it.
 */
export const chunkFileNames = ({ name }: { name: string }) => {
  if (name === 'rolldown-runtime') return 'assets/runtime-[hash].js';
  const isNamed = ['framework', 'shell', 'public'].includes(name);
  return isNamed ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';
};

/** What changes with a library's version only, our own shell, and what public pages share. */
export const chunkGroups = [
  { name: 'framework', priority: 6, tags: INITIAL, test: isLibrary },
  { name: 'shell', priority: 5, tags: INITIAL },
  { name: groupNeeded('public', PUBLIC, isFeature), priority: 4 },
  { name: groupShared('catalogue', TRAININGS, OFFERS, AROUND), priority: 3 },
  { name: groupShared('batches', BATCHES, OFFERS), priority: 2 },
  { name: groupNeeded('lists', TRAININGS, () => false), priority: 1 },
  { name: groupNeeded('training', TRAINING, () => false), priority: 1 },
  // Prices and ways to pay are only on the page of a batch.
  { name: groupNeeded('batch', OFFERS, () => false), priority: 0 },
  { name: groupNeeded('fields', FIELDS, () => false), priority: 0 },
];
