import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const certificateScreens: Screens = {
  certificates: withMessages(
    () => import('./CertificateListPage'),
    'archives',
    'certificates',
    'enrollments',
    'requirements',
  ),
  certificateRequests: withMessages(() => import('./CertificateRequestsPage'), 'certificates'),
  certificate: withMessages(
    () => import('./CertificatePage'),
    'audit',
    'certificates',
    'my_batches',
    'verification',
  ),
};
