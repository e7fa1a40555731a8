import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TrainingRead } from '@/api/catalog';
import { asProblem } from '@/api/problem';
import { managedTrainingQuery, useEditTraining } from './queries';
import { bodyOf, type TrainingInput, type TrainingOutput } from './trainingForm';

/** What one typed, and what somebody else saved meanwhile. */
export interface Conflict {
  /** What both began with. */
  base: TrainingRead;
  mine: TrainingInput;
  theirs: TrainingRead;
}

/**
 * Saves a training that others may edit too. What it was when its fields were read stands with the
 * form, and not what comes later: a save on top of what nobody has looked at would undo it.
 */
export function useTrainingSaves(training: TrainingRead, typed: () => TrainingInput) {
  const client = useQueryClient();
  const { mutateAsync } = useEditTraining();
  const base = useRef(training);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  /** Raises the problem of a save that somebody else came before, after it is shown. */
  const save = async (values: TrainingOutput) => {
    const body = { ...bodyOf(values), version: base.current.version };
    try {
      base.current = await mutateAsync({ path: { training_id: training.id }, body });
    } catch (error) {
      if (isStale(error)) await compare();
      throw error;
    }
  };
  const compare = async () => {
    const query = { ...managedTrainingQuery(training.id), staleTime: 0 };
    const theirs = await client.fetchQuery(query);
    setConflict({ base: base.current, mine: typed(), theirs });
  };
  return {
    save,
    conflict,
    /** The form has what was chosen of both, and stands on the newer one. */
    settle: () => {
      if (conflict) base.current = conflict.theirs;
      setConflict(null);
    },
    /** Takes over a change beside the fields, such as a picture, unless there was another before it. */
    follow: (changed: TrainingRead) => {
      if (changed.version === base.current.version + 1) base.current = changed;
    },
  };
}

export const isStale = (error: unknown) => asProblem(error)?.code === 'catalog.stale_edit';
