import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

const sources = join(import.meta.dirname, '../src');
const ENDINGS = ['.ts', '.tsx', '/index.ts', '/index.tsx'];

/** Modules that are loaded together with the messages of these nouns by `withMessages`. */
export interface Part {
  file: string;
  modules: string[];
  nouns: string[];
}

interface Module {
  /** Imported files, without those of its parts. */
  imports: string[];
  parts: Part[];
  /** Literal strings, and the beginnings of templates. */
  texts: string[];
}

/** Finds the imports, parts and strings of a module. */
export function readModule(file: string, source: string): Module {
  const imports: { file: string; start: number }[] = [];
  const calls: ESTree.CallExpression[] = [];
  const texts: string[] = [];
  const addImport = (node: ESTree.Node | null) => {
    if (node?.type !== 'Literal' || typeof node.value !== 'string') return;
    const found = resolve(file, node.value);
    if (found) imports.push({ file: found, start: node.start });
  };
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => importKind !== 'type' && addImport(source),
    ExportNamedDeclaration: ({ exportKind, source }) => exportKind !== 'type' && addImport(source),
    ExportAllDeclaration: ({ exportKind, source }) => exportKind !== 'type' && addImport(source),
    ImportExpression: ({ source }) => addImport(source),
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'withMessages')
        calls.push(node);
    },
    Literal: ({ value }) => typeof value === 'string' && texts.push(value),
    TemplateLiteral: ({ quasis }) => texts.push(quasis[0]?.value.raw ?? ''),
  }).visit(parseSync(file, source).program);

  const isIn = (call: ESTree.Node) => (imported: { start: number }) =>
    imported.start > call.start && imported.start < call.end;
  return {
    imports: imports.filter((each) => !calls.some((call) => isIn(call)(each))).map(toFile),
    parts: calls.map((call) => ({
      file,
      modules: imports.filter(isIn(call)).map(toFile),
      nouns: call.arguments.slice(1).map((noun) => String('value' in noun && noun.value)),
    })),
    texts,
  };
}

const toFile = ({ file }: { file: string }) => file;

/** Returns the file of an imported module of the app, without its generated clients. */
function resolve(from: string, name: string): string | undefined {
  const base = name.startsWith('@/') ? join(sources, name.slice(2)) : join(dirname(from), name);
  if (!/^@\/|^\./.test(name) || base.startsWith(join(sources, 'api/'))) return undefined;
  return ENDINGS.map((ending) => base + ending).find(existsSync);
}

const modules = new Map<string, Module>();

function getModule(file: string): Module {
  const known = modules.get(file) ?? readModule(file, readFileSync(file, 'utf8'));
  modules.set(file, known);
  return known;
}

/** Returns the modules that these ones load, also lazily, without the parts that bring their own messages. */
export function findReached(files: readonly string[]): Map<string, Module> {
  const reached = new Map<string, Module>();
  const waiting = [...files];
  for (const file of waiting) {
    if (reached.has(file)) continue;
    const module = getModule(file);
    reached.set(file, module);
    waiting.push(...module.imports);
  }
  return reached;
}

/** Returns what the app loads at first, and all parts that it loads later. */
export function readApp(): { first: Map<string, Module>; parts: Part[] } {
  const first = findReached([join(sources, 'main.tsx')]);
  const parts: Part[] = [];
  const found = new Set<string>();
  const waiting = [first];
  for (const reached of waiting) {
    for (const [file, module] of reached) {
      if (found.has(file)) continue;
      found.add(file);
      parts.push(...module.parts);
      for (const part of module.parts) waiting.push(findReached(part.modules));
    }
  }
  return { first, parts };
}

/** Returns the texts of these modules that are keys, or the beginnings of keys. */
export function findKeys(reached: Map<string, Module>, keys: readonly string[]): Set<string> {
  const texts = [...reached.values()].flatMap((module) => module.texts);
  const isKey = (text: string) =>
    /^[a-z_]+\.[\w.]*$/.test(text) && keys.some((key) => key.startsWith(text));
  return new Set([...new Set(texts)].filter(isKey));
}
