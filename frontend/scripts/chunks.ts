/*
 * Chunks of the first load. By default the bundler writes about fifty small files, one for each set of modules that
 * later pages share. Here the entry has one chunk of libraries and one of our modules; the home page has a third.
 * The catalogue has these chunks: modules shared by the list of trainings and the record pages, modules that the list
 * of batches shares with those, and the rest of each. The bundler decides about all other modules. A library's
 * modules are included if they are used, not because its index exports them.
 */
import { join } from 'node:path';

const source = (path: string) => join(import.meta.dirname, '../src', path);

/** Modules of public pages, such as the home page; the last one is too small for a file of its own. */
const PUBLIC = [
  'features/home/HomePage.tsx',
  'features/home/HomeCatalogue.tsx',
  '../node_modules/@mui/material/locale/utils/buildFormatNumber.mjs',
].map(source);

const page = (name: string) => source(`features/trainings/${name}.tsx`);

/** Pages of the catalogue that visitors switch between: lists and record pages. */
const TRAININGS = [page('TrainingsPage')];
const BATCHES = [page('BatchesPage')];
const TRAINING = [page('TrainingPage')];
const OFFERS = [...TRAINING, page('BatchPage')];

/** The layout around these pages, which needs no further modules. */
const AROUND = source('components/QueryProvider.tsx');

/** Modules of dialogs and forms, which nearly every page but these lists needs. */
const FIELDS = ['Dialog/Dialog', 'MenuItem/MenuItem', 'TextField/TextField'].map((path) =>
  source(`../node_modules/@mui/material/${path}.mjs`),
);

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const isLibrary = (id: string) => id.includes('/node_modules/');
const isIndex = (id: string) => isLibrary(id) && /\/index\.m?js$/.test(id);
const isBeside = (id: string, index: string) => id.startsWith(index.replace(/[^/]+$/, ''));

/**
 * Modules that indexes export and first pages do not use: other query hooks, class names of MUI's components, `Trans` and
 * its parser.
 */
const isRare = (id: string) =>
  /\/react-query\/.*\/use(?!(Base)?Query\.)\w+\.js$|\/enhanceHighContrast\.|\/(Icu)?Trans\w*\.js$|\/html-parse-stringify\//.test(
    id,
  );
const isFeature = (id: string) => id.includes('/src/features/');

/** Indexes that a library's own modules import for one export; the used modules are included anyway. */
const isReached = (id: string, from: string) => !(isIndex(id) && isLibrary(from));

/**
 * Returns our modules that these roots import statically, and the library modules that those import. Imports of
 * library modules are followed only if `deep`.
 */
function closure(roots: readonly string[], graph: Graph, isDeep = false): Set<string> {
  const found = new Set(roots);
  // Iteration includes elements that the loop adds.
  for (const id of found) {
    if (isLibrary(id) && !isIndex(id) && !isDeep) continue;
    const imported = graph.getModuleInfo(id)?.importedIds ?? [];
    for (const name of imported) {
      if (isIndex(id) ? isBeside(name, id) && !isRare(name) : isReached(name, id)) found.add(name);
    }
  }
  return found;
}

/** Names the chunk of modules that these roots need. */
function groupNeeded(name: string, roots: readonly string[], isOut: (id: string) => boolean) {
  let found: Set<string> | undefined;
  return (id: string, graph: Graph) => {
    found ??= closure(roots, graph);
    return found.has(id) && !isIndex(id) && !isOut(id) ? name : null;
  };
}

/** Names the chunk of modules that both of these and the layout need. */
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

// Imports of a chunk's modules are included, unless a chunk of higher priority has them.
const INITIAL: '$initial'[] = ['$initial'];

/** Tells whether a file belongs to the first load, which is there before the app loads others. */
export const isFirst = (file: string) => /\/(framework|shell|index|runtime)-/.test(file);

/**
 * Names files by their hash only, except the few of the first load. The shell lists every file of every page, to
 * preload them at once, and longer names would add 1 kB.
 */
export const chunkFileNames = ({ name }: { name: string }) => {
  if (name === 'rolldown-runtime') return 'assets/runtime-[hash].js';
  const isNamed = ['framework', 'shell', 'public'].includes(name);
  return isNamed ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';
};

/** Libraries, which change with their versions only; our shell; modules that public pages share. */
export const chunkGroups = [
  {
    name: 'framework',
    priority: 6,
    tags: INITIAL,
    test: (id: string) => isLibrary(id) && !isRare(id),
  },
  { name: 'shell', priority: 5, tags: INITIAL, test: (id: string) => !isRare(id) },
  { name: groupNeeded('public', PUBLIC, isFeature), priority: 4 },
  { name: groupShared('catalogue', TRAININGS, OFFERS, AROUND), priority: 3 },
  { name: groupShared('batches', BATCHES, OFFERS), priority: 2 },
  { name: groupNeeded('lists', TRAININGS, () => false), priority: 1 },
  { name: groupNeeded('training', TRAINING, () => false), priority: 1 },
  // Only the page of a batch shows prices and payment methods.
  { name: groupNeeded('batch', OFFERS, () => false), priority: 0 },
  { name: groupNeeded('fields', FIELDS, () => false), priority: 0 },
];
