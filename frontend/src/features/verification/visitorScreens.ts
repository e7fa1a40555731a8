import type { Screens } from '@/routes/types';

export const verificationScreens: Screens = {
  verifyCertificate: () => import('./VerifyCertificatePage'),
  publicCertificate: () => import('./PublicCertificatePage'),
};
