/* Works at a challenge beside the page, which stays responsive meanwhile. */

import type { Challenge } from '@/api/identity';
import { solveChallenge } from './solveChallenge';

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  try {
    postMessage({ proof: await solveChallenge(data) });
  } catch (error) {
    // A rejected promise would reach nobody outside.
    postMessage({ error: String(error) });
  }
});
