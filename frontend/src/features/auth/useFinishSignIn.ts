import { useTranslation } from 'react-i18next';
import { createOpenidLink, type SignedIn } from '@/api/identity';
import { runAction } from '@/lib/failures';
import { startSession } from '@/lib/session';
import { takePendingLink } from './pendingLink';

/** Begins the session that some way of signing in has answered, and connects what waited for it. */
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
