import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const profile = withMessages(
  () => import('./ProfilePage'),
  'document',
  'image',
  'numbers',
  'profile',
  'progress',
  'required_documents',
  'submission',
);
const password = withMessages(
  () => import('./PasswordPage'),
  'auth',
  'password',
  'password_strength',
);

export const profileScreens: Screens = {
  candidateProfile: profile,
  accountProfile: profile,
  candidateAddress: withMessages(() => import('./AddressPage'), 'address'),
  candidatePassword: password,
  accountPassword: password,
};
