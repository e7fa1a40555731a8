import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { invertChanges } from './edits';
import { type CellChange, PORTION } from './grid';

type Step = readonly CellChange[];

/** The history of changes for undo, and the unsaved changes. */
export interface Edits {
  /** Returns the unsaved text of a cell; undefined after saving. */
  unsaved: (rowId: string, field: string) => string | undefined;
  /** Changes cells as one undo step. */
  edit: (changes: Step) => void;
  /** The number of cells that undo would change; 0 if there is nothing to undo. */
  canUndo: number;
  canRedo: number;
  undo: () => void;
  redo: () => void;
  waiting: number;
  error: unknown;
  saveAgain: () => void;
}

const toCellKey = ({ rowId, field }: Pick<CellChange, 'rowId' | 'field'>) => `${rowId} ${field}`;

/** Keeps cell changes and saves them in chunks, one after another. */
export function useEdits(save: (changes: Step) => Promise<unknown>): Edits {
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const [waiting, setWaiting] = useState<ReadonlyMap<string, CellChange>>(new Map());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: save,
    // Save again what changed during the request.
    onSuccess: (_, portion) => setWaiting((cells) => removeSaved(cells, portion)),
  });

  useEffect(() => {
    if (waiting.size > 0 && !isPending && !error) mutate([...waiting.values()].slice(0, PORTION));
  }, [waiting, isPending, error, mutate]);

  const store = useCallback(
    (changes: Step) => {
      setWaiting(
        (cells) => new Map([...cells, ...changes.map((one) => [toCellKey(one), one] as const)]),
      );
      // Rejected changes are sent again, merged with newer ones.
      if (error) reset();
    },
    [error, reset],
  );
  const edit = useCallback(
    (changes: Step) => {
      if (changes.length === 0) return;
      setPast((steps) => [...steps, changes]);
      setFuture([]);
      store(changes);
    },
    [store],
  );

  return useMemo(() => {
    const last = past.at(-1);
    const next = future.at(-1);
    return {
      unsaved: (rowId, field) => waiting.get(toCellKey({ rowId, field }))?.after,
      edit,
      canUndo: last?.length ?? 0,
      canRedo: next?.length ?? 0,
      undo: () => {
        if (!last) return;
        setPast(past.slice(0, -1));
        setFuture([...future, last]);
        store(invertChanges(last));
      },
      redo: () => {
        if (!next) return;
        setFuture(future.slice(0, -1));
        setPast([...past, next]);
        store(next);
      },
      waiting: waiting.size,
      error,
      saveAgain: reset,
    };
  }, [past, future, waiting, error, edit, store, reset]);
}

const removeSaved = (cells: ReadonlyMap<string, CellChange>, saved: Step) =>
  new Map([...cells].filter(([, cell]) => !saved.includes(cell)));
