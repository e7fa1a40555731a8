import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'itqan-clients-'));
afterEach(() => rmSync(root, { recursive: true }));

const writeDocument = (operationId: string) =>
  writeFileSync(
    join(root, 'openapi/catalog.json'),
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'catalog', version: '1' },
      paths: {
        '/api/v1/trainings': {
          get: { operationId, tags: ['trainings'], responses: { 204: { description: 'Done' } } },
        },
      },
    }),
  );

const generate = () =>
  execFileSync(process.execPath, [join(root, 'scripts/generate-api.ts')], { encoding: 'utf8' });

it('generates the clients once for the same documents', () => {
  for (const folder of ['openapi', 'scripts', 'src/api'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['generate-api.ts', 'partner-api.ts'])
    copyFileSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');

  writeDocument('listTrainings');
  expect(generate()).toContain('catalog');
  expect(readFileSync(join(root, 'src/api/catalog/index.ts'), 'utf8')).toContain('listTrainings');
  expect(generate()).toBe('');

  writeDocument('findTrainings');
  expect(generate()).toContain('catalog');
  expect(readFileSync(join(root, 'src/api/catalog/index.ts'), 'utf8')).toContain('findTrainings');
});
