/** What the service worker asks of an open page. */
export type WorkerMessage =
  | { type: 'navigate'; url: string }
  | { type: 'open-in-new-tab'; url: string };

/** What a page tells the service worker: the paths of what it loaded before the worker was there. */
export interface PageMessage {
  type: 'loaded';
  addresses: string[];
}
