import { build, type Plugin } from 'vite';

/**
 * Builds the service worker into one file, `sw.js`, separately from the app: a classic worker cannot import modules
 * that it shares with the page.
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
      // A worker's scope is its folder, so the file is at the root and has no hash in its name.
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.code });
    },
  };
}
