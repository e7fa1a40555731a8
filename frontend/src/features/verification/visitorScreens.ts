import type { Screens } from '@/routes/types';

export const verificationScreens: Screens = {
  verifyCertificate: () => import('./VerifyCertificatePage'),
  verifyLearner: () => import('./VerifyLearnerPage'),
  sharedCertificates: () => import('./SharedCertificatesPage'),
  publicCertificate: () => import('./PublicCertificatePage'),
};
