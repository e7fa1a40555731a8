/** A request of the service worker to an open page. */
export type WorkerMessage =
  | { type: 'navigate'; url: string }
  | { type: 'open-in-new-tab'; url: string };

/**
 * A message of a page to the service worker: the paths that it loaded before the worker was active.
 */
export interface PageMessage {
  type: 'loaded';
  addresses: string[];
}
