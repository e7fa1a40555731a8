import type { Screens } from '@/app/screens';

const profile = () => import('./ProfilePage');
const password = () => import('./PasswordPage');

export const profileScreens: Screens = {
  candidateProfile: profile,
  accountProfile: profile,
  candidateAddress: () => import('./AddressPage'),
  candidatePassword: password,
  accountPassword: password,
};
