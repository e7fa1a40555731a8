import { useRef, useState } from 'react';
import { asProblem } from '@/api/problem';

/** The user's values, and the version that another user saved. */
export interface Conflict<Saved, Input> {
  /** The common base version. */
  base: Saved;
  mine: Input;
  theirs: Saved;
}

/**
 * Saves a record with optimistic concurrency. It keeps the version that the form was filled from,
 * so that a save never overwrites changes the user has not seen.
 */
export function useVersionedSaves<Saved extends { version: number }, Input>(
  loaded: Saved,
  typed: () => Input,
  /** The record as it is saved now. */
  load: () => Promise<Saved>,
) {
  const base = useRef(loaded);
  const [conflict, setConflict] = useState<Conflict<Saved, Input> | null>(null);

  /** Shows the conflict, then rethrows its problem. */
  const save = async (send: (version: number) => Promise<Saved>) => {
    try {
      base.current = await send(base.current.version);
    } catch (error) {
      if (isStale(error)) {
        setConflict({ base: base.current, mine: typed(), theirs: await load() });
      }
      throw error;
    }
  };
  return {
    save,
    conflict,
    /** Returns the version that the form is based on. */
    base: () => base.current,
    /** Applies the merged values and rebases the form on the newer version. */
    settle: () => {
      if (conflict) base.current = conflict.theirs;
      setConflict(null);
    },
    /**
     * Rebases on a change outside the fields, such as a picture, unless another change came first.
     */
    follow: (changed: Saved) => {
      if (changed.version === base.current.version + 1) base.current = changed;
    },
  };
}

export const isStale = (error: unknown) => asProblem(error)?.code === 'resource.edit_conflict';
