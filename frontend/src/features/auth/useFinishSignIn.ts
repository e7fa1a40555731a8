import { useTranslation } from 'react-i18next';
import { createOpenidLink, type SignedIn } from '@/api/identity';
import { runAction } from '@/lib/failures';
import { startSession } from '@/lib/session';
import { takePendingLink } from './pendingLink';

/** Returns a function that starts the session and connects a pending external account. */
export function useFinishSignIn(): (grant: SignedIn) => void {
  const { t } = useTranslation();
  return (grant) => {
    startSession(grant);
    const token = takePendingLink();
    if (!token) return;
    void runAction({
      key: 'openid-link',
      failed: t('auth.not_linked'),
      run: () => createOpenidLink({ body: { token } }),
    });
  };
}
