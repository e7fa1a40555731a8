/** A page counts as used for this time after it was last visible. */
const AWAY_MS = 5 * 60_000;

/**
 * Runs `work` in one tab of the browser at a time. Over HTTP/1.1 a browser has six connections to a
 * server, so six tabs with streams would leave none. Another tab takes over when this one closes or
 * was hidden for five minutes.
 * @param work runs until its signal aborts; without Web Locks (insecure contexts) every tab runs it
 * @returns a function that ends it in this tab
 */
export function inOneTab(name: string, work: (signal: AbortSignal) => Promise<void>): () => void {
  let turn: AbortController | null = null;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(leaving);
    turn?.abort();
    turn = null;
  };
  const follow = () => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') leaving = setTimeout(end, AWAY_MS);
    if (turn || document.visibilityState === 'hidden') return;
    turn = new AbortController();
    void runExclusively(name, turn.signal, work);
  };

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    end();
  };
}

async function runExclusively(
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!navigator.locks) return work(signal);
  try {
    await navigator.locks.request(name, { signal }, () => work(signal));
  } catch (error) {
    // An aborted wait for the lock rejects.
    if (!signal.aborted) throw error;
  }
}
