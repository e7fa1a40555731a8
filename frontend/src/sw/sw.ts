/// <reference lib="webworker" />
import type { WorkerMessage } from './messages';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Hands the message to the site's window in front; without any window a new one is opened. */
async function deliver(message: WorkerMessage): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const target = windows.find((client) => client.focused) ?? windows[0];
  if (!target) {
    await self.clients.openWindow(message.url);
    return;
  }
  if (message.type === 'navigate') await target.focus();
  target.postMessage(message);
}

// A notification carries its link in its data; a click leads there.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link: unknown = event.notification.data?.link;
  if (typeof link === 'string') event.waitUntil(deliver({ type: 'navigate', url: link }));
});
