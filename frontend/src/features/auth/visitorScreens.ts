import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const authScreens: Screens = {
  signIn: withMessages(() => import('./SignInPage')),
  signUp: withMessages(() => import('./SignUpPage')),
  openid: withMessages(() => import('./OpenIdPage')),
  verification: withMessages(() => import('./VerificationPage')),
  invitation: withMessages(() => import('./InvitationPage')),
  accountChange: withMessages(() => import('./AccountChangePage')),
  forgotPassword: withMessages(() => import('./ForgotPasswordPage')),
  forgotPasswordOtp: withMessages(() => import('./ForgotPasswordOtpPage')),
  newPassword: withMessages(() => import('./NewPasswordPage')),
};
