import type { Screens } from '@/routes/types';

const profile = () => import('./ProfilePage');
const password = () => import('./PasswordPage');

export const profileScreens: Screens = {
  candidateProfile: profile,
  accountProfile: profile,
  candidateAddress: () => import('./AddressPage'),
  candidatePassword: password,
  accountPassword: password,
};
