import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const security = withMessages(() => import('./SecurityPage'), 'auth', 'security', 'sessions');

export const securityScreens: Screens = {
  candidateSecurity: security,
  accountSecurity: security,
  settingsSignIn: withMessages(() => import('./SignInPolicyPage'), 'security'),
};
