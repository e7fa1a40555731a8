import { createOpenidLink, type SignedIn } from '@/api/identity';
import { startSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';
import { takePendingLink } from './pendingLink';

/** Begins the session that some way of signing in has answered, and connects what waited for it. */
export function useFinishSignIn(): (grant: SignedIn) => void {
  const textOf = useProblemText();
  return (grant) => {
    startSession(grant);
    const token = takePendingLink();
    if (token) {
      createOpenidLink({ body: { token } }).catch((error) => toast.error(textOf(error)));
    }
  };
}
