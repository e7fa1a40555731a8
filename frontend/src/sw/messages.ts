/** What the service worker asks of an open page. */
export type WorkerMessage =
  | { type: 'navigate'; url: string }
  | { type: 'open-in-new-tab'; url: string };
