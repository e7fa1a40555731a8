import type { Screens } from '@/routes/types';

export const certificateScreens: Screens = {
  certificates: () => import('./CertificateListPage'),
  certificate: () => import('./CertificatePage'),
};
