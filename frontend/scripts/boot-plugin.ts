import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const BOOT = join(import.meta.dirname, '../public/boot.js');

/** Makes `boot.js` short, which every first load has: it is no module, so the bundler leaves it. */
export function bootPlugin(): Plugin {
  return {
    name: 'itqan-boot',
    apply: 'build',
    // As one of the bundle's files it is compressed like them; it takes the place of the copied one.
    async generateBundle() {
      const { code } = await minify(BOOT, await readFile(BOOT, 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'boot.js', source: code });
    },
  };
}
