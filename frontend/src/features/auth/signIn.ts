import { type Challenge, createChallenge, type LoginRequest, login } from '@/api/identity';
import { asProblem } from '@/api/problem';

// If the solution arrives too late, another challenge is requested.
const MAX_PROOFS = 2;

/**
 * Signs in. During a password-guessing attack the server requires a proof of work from unknown
 * browsers: it calls `onProof`, solves the challenge and retries.
 */
export async function signIn(credentials: LoginRequest, onProof: () => void) {
  let proof: string | undefined;
  for (let asked = 0; ; asked++) {
    try {
      return (await login({ body: { ...credentials, proof } })).data;
    } catch (error) {
      if (asProblem(error)?.code !== 'proof.required' || asked === MAX_PROOFS) throw error;
    }
    onProof();
    const { data } = await createChallenge({ body: { username: credentials.username } });
    proof = await solveProof(data);
  }
}

function solveProof(challenge: Challenge): Promise<string> {
  // The bundler creates a separate file for the worker, which is loaded here.
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ proof?: string; error?: string }>) =>
      data.proof ? resolve(data.proof) : reject(new Error(data.error));
    worker.onerror = () => reject(new Error('The worker could not be started'));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
