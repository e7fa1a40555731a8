import type { PageMessage, WorkerMessage } from '@/sw/messages';

function isWorkerMessage(data: unknown): data is WorkerMessage {
  const message = data as Partial<WorkerMessage> | null;
  return (
    typeof message?.url === 'string' &&
    (message.type === 'navigate' || message.type === 'open-in-new-tab')
  );
}

/** Handles a message of the worker; `navigate` has a path of this app. */
export function handleWorkerMessage(
  data: unknown,
  navigate: (address: string) => void,
  browser: Pick<Window, 'open'> & { location: Pick<Location, 'assign' | 'origin'> } = window,
): void {
  if (!isWorkerMessage(data)) return;
  if (data.type === 'open-in-new-tab') {
    browser.open(data.url, '_blank', 'noopener');
    return;
  }
  // Only the link's path is used, so navigation stays on this site. An invalid URL is left to the
  // browser.
  if (URL.canParse(data.url, browser.location.origin)) {
    const { pathname, search, hash } = new URL(data.url, browser.location.origin);
    // A leading second slash would turn the path into a host.
    navigate(pathname.replace(/^\/+/, '/') + search + hash);
  } else {
    browser.location.assign(data.url);
  }
}

export function listenToServiceWorker(navigate: (address: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<unknown>) =>
    handleWorkerMessage(event.data, navigate),
  );
}

const PROJECT = 'itqan-push-project';

/** The worker's URL, with the Firebase project of the browser's push registration. */
function workerAddress(): string {
  const project = localStorage.getItem(PROJECT);
  return project ? `/sw.js?${new URLSearchParams({ firebase: project })}` : '/sw.js';
}

/** Makes the worker receive push messages of a Firebase project; null for none. */
export function registerForPushes(project: object | null): Promise<ServiceWorkerRegistration> {
  if (project) localStorage.setItem(PROJECT, JSON.stringify(project));
  else localStorage.removeItem(PROJECT);
  return navigator.serviceWorker.register(workerAddress(), { scope: '/' });
}

/** Registers the service worker at the site's root; not on the development server. */
export function registerServiceWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || import.meta.env.DEV) return;
  serviceWorker.register(workerAddress(), { scope: '/' }).catch((error) => {
    console.error('Service Worker registration failed', error);
  });
  // The first page loads without the worker, so the worker is sent its files to cache.
  if (serviceWorker.controller) return;
  void serviceWorker.ready.then(({ active }) => {
    const addresses = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname);
    active?.postMessage({ type: 'loaded', addresses } satisfies PageMessage);
  });
}
