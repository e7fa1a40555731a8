import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const verificationScreens: Screens = {
  verifyCertificate: withMessages(
    () => import('./VerifyCertificatePage'),
    'scanner',
    'verification',
  ),
  verifyLearner: withMessages(() => import('./VerifyLearnerPage'), 'learners', 'verification'),
  sharedCertificates: withMessages(
    () => import('./SharedCertificatesPage'),
    'learners',
    'verification',
  ),
  publicCertificate: withMessages(() => import('./PublicCertificatePage'), 'verification'),
};
