import { build, type Plugin } from 'vite';

/**
 * Writes the service worker, `sw.js`, beside the app: built on its own into one file, since a
 * module that it shared with the page would be an import, which a classic worker cannot do.
 */
export function workerPlugin(source: string, target: string): Plugin {
  return {
    name: 'itqan-worker',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          target,
          write: false,
          rolldownOptions: { input: source, output: { format: 'iife', codeSplitting: false } },
        },
      });
      const [chunk, ...more] = [result]
        .flat()
        .flatMap((part) => ('output' in part ? part.output : []));
      if (chunk?.type !== 'chunk' || more.length > 0) this.error('The worker is not one file.');
      // Its scope is the folder it is served from, so it stands at the root by its name.
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.code });
    },
  };
}
