import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const authScreens: Screens = {
  signIn: withMessages(() => import('./SignInPage'), 'auth'),
  signUp: withMessages(() => import('./SignUpPage'), 'auth', 'password_strength'),
  openid: withMessages(() => import('./OpenIdPage'), 'auth'),
  verification: withMessages(() => import('./VerificationPage'), 'auth'),
  invitation: withMessages(
    () => import('./InvitationPage'),
    'auth',
    'invitation',
    'password_strength',
  ),
  accountChange: withMessages(() => import('./AccountChangePage'), 'account_change'),
  forgotPassword: withMessages(() => import('./ForgotPasswordPage'), 'auth'),
  forgotPasswordOtp: withMessages(() => import('./ForgotPasswordOtpPage'), 'auth'),
  newPassword: withMessages(() => import('./NewPasswordPage'), 'auth', 'password_strength'),
};
