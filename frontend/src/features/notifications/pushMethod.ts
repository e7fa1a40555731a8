/** A push method: Firebase or Web Push. */
export interface PushMethod {
  /** The public key with which the browser subscribes at its push service. */
  key: string;
  /** The Firebase project in the worker's URL; null for none. */
  project: object | null;
  isSupported: () => Promise<boolean>;
  /** Subscribes the browser and returns the call that registers it with our service; null if that failed. */
  subscribe: (registration: ServiceWorkerRegistration) => Promise<Leave | null>;
  /**
   * Shows messages while the page is visible, until `signal` aborts; otherwise the worker shows
   * them.
   */
  listen?: (registration: ServiceWorkerRegistration, signal: AbortSignal) => void;
}

type Leave = (signal: AbortSignal) => Promise<{ data: { id: string } }>;
