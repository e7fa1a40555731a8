import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Makes `boot.js` short, which every first load has: it is no module, so the bundler leaves it. */
export function bootPlugin(): Plugin {
  return {
    name: 'itqan-boot',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const file = join(dir, 'boot.js');
      const { code } = await minify(file, await readFile(file, 'utf8'));
      await writeFile(file, code);
    },
  };
}
