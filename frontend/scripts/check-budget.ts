/* Fails when a first visit to the home page loads more JavaScript than the budget. Needs dist/. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// React, the router, i18next and the core of MUI alone are 165 kB of it.
const BUDGET_BYTES = 200_000;
const FIRST_PAGE = ['index.html', 'src/features/home/HomePage.tsx'];

interface Chunk {
  file: string;
  imports?: string[];
}

const dist = join(import.meta.dirname, '../dist');
const manifestFile = join(dist, '.vite/manifest.json');

if (!existsSync(manifestFile)) {
  console.log('No build to measure.');
} else {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  FIRST_PAGE.forEach(visit);

  const sizes = [...files].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(dist, file))).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = [...files].reduce((sum, file) => {
    const smaller = join(dist, `${file}.br`);
    return sum + statSync(existsSync(smaller) ? smaller : join(dist, file)).size;
  }, 0);
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  console.log(
    `First load: ${kilobytes(total)} kB gzip, ${kilobytes(sent)} kB as sent, ${files.size} files`,
  );
  if (process.argv.includes('--list') || total > BUDGET_BYTES) console.table(sizes);
  if (total > BUDGET_BYTES) {
    console.error(`The budget is ${BUDGET_BYTES / 1000} kB.`);
    process.exitCode = 1;
  }
}
