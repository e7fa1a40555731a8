/** How messages are pushed to a browser. */
export interface PushMethod {
  /** The public key with which the browser subscribes at its push service. */
  key: string;
  /** What the worker's address names; null: nothing. */
  project: object | null;
  isSupported: () => Promise<boolean>;
  /** Subscribes the browser, and gives how the service is left with that; null: it could not be had. */
  subscribe: (registration: ServiceWorkerRegistration) => Promise<Leave | null>;
  /** Shows what comes while the page is in view, until `signal` says that it is left; else the worker does. */
  listen?: (registration: ServiceWorkerRegistration, signal: AbortSignal) => void;
}

type Leave = (signal: AbortSignal) => Promise<{ data: { id: string } }>;
