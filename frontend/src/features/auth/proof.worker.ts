/* Solves a challenge in a worker, so that the page stays responsive. */

import type { Challenge } from '@/api/identity';
import { solveChallenge } from './solveChallenge';

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  try {
    postMessage({ proof: await solveChallenge(data) });
  } catch (error) {
    // A rejected promise would not reach the page.
    postMessage({ error: String(error) });
  }
});
