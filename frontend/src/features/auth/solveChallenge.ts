import { type Challenge as AltchaChallenge, solveChallenge as search } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '@/api/identity';

/** Solves an ALTCHA challenge and returns its payload. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await search({ challenge: challenge as unknown as AltchaChallenge, deriveKey });
  if (!solution) throw new Error('The challenge could not be solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
