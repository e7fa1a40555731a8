/// <reference lib="webworker" />
import type { PageMessage, WorkerMessage } from './messages';
import { answer, cacheLoadedFiles } from './offline';
import { listenForPushes } from './push';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // Navigation preload: the page is requested while the worker starts.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const answered = answer(event);
  if (answered) event.respondWith(answered);
});

self.addEventListener('message', (event) => {
  const { type, addresses } = event.data as PageMessage;
  if (type === 'loaded') event.waitUntil(cacheLoadedFiles(addresses));
});

/** Opens the link in the frontmost window of the site, or in a new one. */
async function lead(link: string | undefined): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const target = windows.find((client) => client.focused) ?? windows[0];
  if (!target) {
    await self.clients.openWindow(link ?? '/');
    return;
  }
  await target.focus();
  if (link) target.postMessage({ type: 'navigate', url: link } satisfies WorkerMessage);
}

// A notification's data contains its link, which a click opens.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link: unknown = event.notification.data?.link;
  event.waitUntil(lead(typeof link === 'string' ? link : undefined));
});

// After our own listener, so that clicks do not wait for the library's.
listenForPushes();
