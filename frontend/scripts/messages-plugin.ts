import type { Plugin } from 'vite';
import { deskAddresses, firstAddresses } from './message-areas.ts';
import { type Area, areas, locales, localesFolder, messagesBuildId, readArea } from './messages.ts';

/**
 * Serves the messages at `/_i18n/<build id>/<locale>/{messages,inner,desk}.json`. A build writes the files; the
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
        .replace('%FIRST%', firstAddresses())
        .replace('%DESK%', deskAddresses()),
    configureServer(server) {
      server.watcher.add(localesFolder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(localesFolder)) server.ws.send({ type: 'full-reload' });
      });
      server.middlewares.use((request, response, next) => {
        const [, locale, area] =
          /^\/_i18n\/[^/]+\/([a-z]+)\/(messages|inner|desk)\.json/.exec(request.url ?? '') ?? [];
        if (!locale || !(locales as readonly string[]).includes(locale)) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.setHeader('cache-control', 'no-cache');
        response.end(JSON.stringify(readArea(locale, area as Area)));
      });
    },
    generateBundle() {
      const buildId = messagesBuildId();
      for (const locale of locales) {
        for (const area of areas) {
          this.emitFile({
            type: 'asset',
            fileName: `_i18n/${buildId}/${locale}/${area}.json`,
            source: JSON.stringify(readArea(locale, area)),
          });
        }
      }
    },
  };
}
