const MAX_SECONDS = 5;

/** Waits for the given seconds, at most five, with jitter so that clients do not retry together. */
export const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.min(seconds, MAX_SECONDS) * 1000 * (0.75 + Math.random() / 2));
  });
