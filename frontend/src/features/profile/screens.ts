import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const profile = withMessages(() => import('./ProfilePage'));
const password = withMessages(() => import('./PasswordPage'));

export const profileScreens: Screens = {
  candidateProfile: profile,
  accountProfile: profile,
  candidateAddress: withMessages(() => import('./AddressPage')),
  candidatePassword: password,
  accountPassword: password,
};
