import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const verificationScreens: Screens = {
  verifyCertificate: withMessages(() => import('./VerifyCertificatePage')),
  verifyLearner: withMessages(() => import('./VerifyLearnerPage')),
  sharedCertificates: withMessages(() => import('./SharedCertificatesPage')),
  publicCertificate: withMessages(() => import('./PublicCertificatePage')),
};
