/** So long after it was last in view somebody still uses a page. */
const AWAY_MS = 5 * 60_000;

/**
 * Does `work` in one of the browser's tabs at a time while somebody uses them: over HTTP/1.1 a browser has six
 * connections to a server, and a stream in each of six tabs would leave none to load anything by.
 * When its tab closes or has been out of view for five minutes, the next one begins it.
 *
 * @param work lasts until its signal; outside secure contexts, where there are no Web Locks, each tab does it
 * @returns what ends it in this tab
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
    // Who gives up waiting is told so by an error.
    if (!signal.aborted) throw error;
  }
}
