import { useCallback, useRef, useState } from 'react';
import type { Run } from './BulkRun';

/**
 * Does the same with one after the other from the browser, for jobs of one page; what may be larger
 * is the server's. A failure does not end it.
 */
export function useSequence<Item extends { id: string }>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Run & { start: () => Promise<void>; stop: () => void } {
  const [results, setResults] = useState<Run['results']>(new Map());
  const [phase, setPhase] = useState<Run['phase']>('asking');
  const stopped = useRef(false);

  const start = useCallback(async () => {
    setPhase('running');
    for (const item of items) {
      if (stopped.current) break;
      const problem = await work(item).then(
        () => null,
        (error: unknown) => error,
      );
      setResults((known) => new Map(known).set(item.id, problem));
    }
    setPhase('over');
  }, [items, work]);

  const stop = useCallback(() => {
    stopped.current = true;
  }, []);
  return { phase, results, total: items.length, start, stop };
}
