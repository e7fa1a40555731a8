import type { Screens } from '@/routes/types';

export const authScreens: Screens = {
  signIn: () => import('./SignInPage'),
  signUp: () => import('./SignUpPage'),
  openid: () => import('./OpenIdPage'),
  verification: () => import('./VerificationPage'),
  invitation: () => import('./InvitationPage'),
  accountChange: () => import('./AccountChangePage'),
  forgotPassword: () => import('./ForgotPasswordPage'),
  forgotPasswordOtp: () => import('./ForgotPasswordOtpPage'),
  newPassword: () => import('./NewPasswordPage'),
};
