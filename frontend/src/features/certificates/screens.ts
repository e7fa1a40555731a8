import type { Screens } from '@/routes/types';

export const certificateScreens: Screens = {
  certificates: () => import('./CertificateListPage'),
  certificateRequests: () => import('./CertificateRequestsPage'),
  certificate: () => import('./CertificatePage'),
};
