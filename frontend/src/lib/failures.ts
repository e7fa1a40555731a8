import { useSyncExternalStore } from 'react';
import { getSession, subscribeSession } from './session';

/** An action without a visible button: it was delayed, or the page started it. */
export interface Action {
  /** Its failure replaces an earlier one with the same key. */
  key: string;
  /** The message that the action failed. */
  failed: string;
  run: () => Promise<unknown>;
  /** Overrides the text of a problem for this action. */
  textOf?: (error: unknown) => string;
}

export interface Failure extends Action {
  error: unknown;
}

let failures: readonly Failure[] = [];
const listeners = new Set<() => void>();

function setFailures(next: readonly Failure[]): void {
  failures = next;
  for (const listener of listeners) listener();
}

const removeFailure = (key: string) => failures.filter((failure) => failure.key !== key);

/**
 * Runs an action and returns whether it succeeded; a failure stays on the page with a retry button.
 */
export async function runAction(action: Action): Promise<boolean> {
  try {
    await action.run();
    dismissFailure(action.key);
    return true;
  } catch (error) {
    setFailures([...removeFailure(action.key), { ...action, error }]);
    return false;
  }
}

export const dismissFailure = (key: string): void => setFailures(removeFailure(key));

// Clear failures when the profile changes, because they name the previous profile's records.
let profileId = getSession().profile?.id;
subscribeSession(() => {
  const next = getSession().profile?.id;
  if (next !== profileId) setFailures([]);
  profileId = next;
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getFailures = () => failures;

export const useFailures = (): readonly Failure[] =>
  useSyncExternalStore(subscribe, getFailures, getFailures);
