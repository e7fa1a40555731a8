import {
  type CertificateListed,
  type CertificateRequestRead,
  exportCertificates,
} from '@/api/enrollment';
import {
  listCertificateRequestsOptions,
  listCertificatesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { zListCertificateRequestsQuery, zListCertificatesQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The certificates of an organization; for admins, all. */
export const certificates = defineList({
  key: 'certificates',
  path: paths.certificates,
  schema: zListCertificatesQuery,
  query: (query) => listCertificatesOptions({ query }),
  file: (query) => exportCertificates({ query, parseAs: 'blob' }),
  href: ({ id }: CertificateListed) => href(paths.certificate, { id }),
});

/** Requested certificates that need approval. */
export const certificateRequests = defineList({
  key: 'certificate-requests',
  path: paths.certificateRequests,
  schema: zListCertificateRequestsQuery,
  query: (query) => listCertificateRequestsOptions({ query }),
  href: ({ enrollment_id }: CertificateRequestRead) =>
    href(paths.enrollment, { id: enrollment_id }),
});
