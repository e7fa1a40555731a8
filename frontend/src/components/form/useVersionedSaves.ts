import { useRef, useState } from 'react';
import { asProblem } from '@/api/problem';

/** What one typed, and what somebody else saved meanwhile. */
export interface Conflict<Saved, Input> {
  /** What both began with. */
  base: Saved;
  mine: Input;
  theirs: Saved;
}

/**
 * Saves a record that others may edit too. What it was when its fields were read stands with the
 * form, and not what comes later: a save on top of what nobody has looked at would undo it.
 */
export function useVersionedSaves<Saved extends { version: number }, Input>(
  loaded: Saved,
  typed: () => Input,
  /** The record as it is saved now. */
  load: () => Promise<Saved>,
) {
  const base = useRef(loaded);
  const [conflict, setConflict] = useState<Conflict<Saved, Input> | null>(null);

  /** Raises the problem of a save that somebody else came before, after it is shown. */
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
