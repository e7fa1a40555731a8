import type { BackendModule, ReadCallback } from 'i18next';

/**
 * Loads a namespace from `/_i18n/<build id>/<locale>/<namespace>.json`. The address changes
 * with the messages, so a browser may keep the file (the server says for how long: 24 hours); in
 * development nothing is kept.
 */
export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read(locale: string, namespace: string, done: ReadCallback) {
    fetch(`/_i18n/${__BUILD_ID__}/${locale}/${namespace}.json`, {
      ...(import.meta.env.DEV && { headers: { 'cache-control': 'no-cache' } }),
    })
      .then((response) => {
        if (!response.ok) throw new Error(`Messages of ${locale}: HTTP ${response.status}`);
        return response.json();
      })
      .then(
        (messages) => done(null, messages),
        (error) => done(error, null),
      );
  },
};
