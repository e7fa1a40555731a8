import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const BOOT = join(import.meta.dirname, '../public/boot.js');

/** Minifies `boot.js`, part of every first load. It is no module, so the bundler does not process it. */
export function bootPlugin(): Plugin {
  return {
    name: 'itqan-boot',
    apply: 'build',
    // Emitted as a file of the bundle, it replaces the copied one and is compressed.
    async generateBundle() {
      const { code } = await minify(BOOT, await readFile(BOOT, 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'boot.js', source: code });
    },
  };
}
