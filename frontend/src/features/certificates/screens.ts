import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const certificateScreens: Screens = {
  certificates: withMessages(() => import('./CertificateListPage')),
  certificateRequests: withMessages(() => import('./CertificateRequestsPage')),
  certificate: withMessages(() => import('./CertificatePage')),
};
