import type { SignedIn } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { signIn } from './signIn';

/** Signs in to an account that was created although the response was lost. */
export async function signInAfter(
  error: unknown,
  account: { username: string; password: string },
): Promise<SignedIn> {
  if (asProblem(error)?.code !== 'request.already_done') throw error;
  const grant = await signIn(account, () => undefined);
  if ('access_token' in grant) return grant;
  throw error;
}
