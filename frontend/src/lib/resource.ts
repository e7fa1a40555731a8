import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';

/** The state of a resource, with the field names of `useQuery`. */
interface Answer<T> {
  /** Undefined until the first response. */
  data: T | undefined;
  /** The error of the last call; null after a success. */
  error: unknown;
}

/**
 * A public response that is cached without TanStack Query, which would be a tenth of a visitor's
 * first load.
 */
export interface Resource<T> {
  get: () => Answer<T>;
  subscribe: (listener: () => void) => () => void;
  /** Fetches unless a request is running or the data is fresh. Never rejects. */
  load: () => Promise<void>;
  /** Updates the cached data, for example with the response of a mutation. */
  update: (change: (data: T) => T) => void;
}

const resets: (() => void)[] = [];

/** Clears all cached responses, like a new page. */
export function resetResources(): void {
  for (const reset of resets) reset();
}

/**
 * Creates a cached resource for the home page and the app's start; everything else uses queries.
 * The data survives changes of user and profile, so it must be the same for everyone.
 * @param maxAge milliseconds for which a response is fresh
 */
export function createResource<T>(ask: () => Promise<T>, maxAge: number): Resource<T> {
  const listeners = new Set<() => void>();
  let answer: Answer<T> = { data: undefined, error: null };
  let freshUntil = 0;
  let asking: Promise<void> | null = null;

  const set = (next: Answer<T>) => {
    answer = next;
    for (const listener of listeners) listener();
  };
  const fetch = async () => {
    try {
      set({ data: await ask(), error: null });
      freshUntil = Date.now() + maxAge;
    } catch (error) {
      set({ data: answer.data, error });
    } finally {
      asking = null;
    }
  };

  resets.push(() => {
    freshUntil = 0;
    set({ data: undefined, error: null });
  });
  return {
    get: () => answer,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => {
      if (Date.now() < freshUntil) return;
      asking ??= fetch();
      await asking;
    },
    update: (change) => {
      if (answer.data !== undefined) set({ data: change(answer.data), error: null });
    },
  };
}

/** Returns the data, fetched when the component mounts. */
export function useResource<T>(resource: Resource<T>): Answer<T> & { isPending: boolean } {
  useEffect(() => void resource.load(), [resource]);
  // Updates render in interruptible portions, so that the browser stays responsive.
  const answer = useDeferredValue(
    useSyncExternalStore(resource.subscribe, resource.get, resource.get),
  );
  return { ...answer, isPending: answer.data === undefined && answer.error === null };
}
