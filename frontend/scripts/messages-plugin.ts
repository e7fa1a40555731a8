import type { Plugin } from 'vite';
import { firstPages } from '../src/routes/access.ts';
import { locales, localesFolder, messagesBuildId, readNamespaces } from './messages.ts';
import { pattern } from './page-plugin.ts';

/**
 * Serves the messages at `/_i18n/<build id>/<locale>/<namespace>.json`. A build writes the files; the
 * development server reads the sources for each request.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'itqan-messages',
    config: (_, { command }) => ({
      define: {
        __BUILD_ID__: JSON.stringify(command === 'build' ? messagesBuildId() : 'development'),
      },
    }),
    // public/boot.js loads them before the framework is there.
    transformIndexHtml: (html, { server }) =>
      html
        .replace('%MESSAGES%', server ? '' : messagesBuildId())
        .replace('%FIRST%', pattern(firstPages)),
    configureServer(server) {
      server.watcher.add(localesFolder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(localesFolder)) server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use((request, response, next) => {
        const [, locale = '', namespace = ''] =
          /^\/_i18n\/[^/]+\/([a-z]+)\/([a-z_]+)\.json/.exec(request.url ?? '') ?? [];
        if (!(locales as readonly string[]).includes(locale)) return next();
        const messages = readNamespaces(locale)[namespace];
        if (!messages) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.setHeader('cache-control', 'no-cache');
        response.end(JSON.stringify(messages));
      });
    },
    generateBundle() {
      const buildId = messagesBuildId();
      for (const locale of locales) {
        for (const [namespace, messages] of Object.entries(readNamespaces(locale))) {
          this.emitFile({
            type: 'asset',
            fileName: `_i18n/${buildId}/${locale}/${namespace}.json`,
            source: JSON.stringify(messages),
          });
        }
      }
    },
  };
}
