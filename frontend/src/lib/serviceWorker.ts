import type { PageMessage, WorkerMessage } from '@/sw/messages';

function isWorkerMessage(data: unknown): data is WorkerMessage {
  const message = data as Partial<WorkerMessage> | null;
  return (
    typeof message?.url === 'string' &&
    (message.type === 'navigate' || message.type === 'open-in-new-tab')
  );
}

/** Obeys one message; `navigate` gets an address of this app, without an origin. */
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
  // Whatever host the link names, it stays on this site; what is no URL the browser may resolve.
  if (URL.canParse(data.url, browser.location.origin)) {
    const { pathname, search, hash } = new URL(data.url, browser.location.origin);
    // A second slash at its front would make a host of the path.
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
  // The first page of all is loaded without it, and is to be there without a network too.
  if (serviceWorker.controller) return;
  void serviceWorker.ready.then(({ active }) => {
    const addresses = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname);
    active?.postMessage({ type: 'loaded', addresses } satisfies PageMessage);
  });
}
