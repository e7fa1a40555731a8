/// <reference lib="webworker" />
import { initializeApp } from '@firebase/app';
import { getMessaging, onBackgroundMessage } from '@firebase/messaging/sw';
import { type PushData, showForSeconds, toNotification } from './notification';

declare const self: ServiceWorkerGlobalScope;

/**
 * Shows push messages. The Firebase project, if any, is in the worker's URL (lib/serviceWorker),
 * because it must be known synchronously. Otherwise the browser's push service delivers the
 * messages.
 */
export function listenForPushes(): void {
  const project = new URL(self.location.href).searchParams.get('firebase');
  if (project) listenToFirebase(project);
  else self.addEventListener('push', (event) => event.waitUntil(show(readData(event))));
}

/** Shows messages while no window is visible; otherwise the library delivers them to the window. */
function listenToFirebase(project: string): void {
  try {
    onBackgroundMessage(getMessaging(initializeApp(JSON.parse(project))), ({ data }) => {
      const { title, options } = toNotification(data ?? {});
      return self.registration.showNotification(title, options);
    });
  } catch (error) {
    // If push setup fails, the worker still provides the offline cache.
    console.error('Pushes cannot be received', error);
  }
}

/** Browsers require a visible notification for each push, even for an unreadable one. */
function readData({ data }: PushEvent): PushData {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show(data: PushData): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) {
    return showForSeconds(self.registration, data);
  }
  const { title, options } = toNotification(data);
  return self.registration.showNotification(title, options);
}
