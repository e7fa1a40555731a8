import type { Screens } from '@/routes/types';

const security = () => import('./SecurityPage');

export const securityScreens: Screens = {
  candidateSecurity: security,
  accountSecurity: security,
  settingsSignIn: () => import('./SignInPolicyPage'),
};
