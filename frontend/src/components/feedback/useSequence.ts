import { useRef, useState } from 'react';
import { canContinue, type Run } from './BulkRun';

/**
 * Runs an action on several records sequentially in the browser, for one page of records. Larger
 * jobs run on the server. A failure does not stop it.
 */
export function useSequence<Item extends { id: string }>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Run & { start: () => Promise<void>; retry: () => Promise<void>; stop: () => void } {
  const [results, setResults] = useState<Run['results']>(new Map());
  const [phase, setPhase] = useState<Run['phase']>('asking');
  const stopped = useRef(false);

  const run = async (chosen: readonly Item[]) => {
    stopped.current = false;
    const waiting = new Set(chosen.map(({ id }) => id));
    setResults((known) => new Map([...known].filter(([id]) => !waiting.has(id))));
    setPhase('running');
    for (const item of chosen) {
      if (stopped.current) break;
      const problem = await work(item).then(
        () => null,
        (error: unknown) => error,
      );
      setResults((known) => new Map(known).set(item.id, problem));
    }
    setPhase('over');
  };

  return {
    phase,
    results,
    total: items.length,
    start: () => run(items),
    retry: () => run(items.filter(({ id }) => canContinue(results.get(id)))),
    stop: () => {
      stopped.current = true;
    },
  };
}
