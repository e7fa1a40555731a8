import { type CertificateListed, exportCertificates } from '@/api/enrollment';
import { listCertificatesOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { zListCertificatesQuery } from '@/api/enrollment/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The certificates of an organization (all of them for an admin). */
export const certificates = defineList({
  key: 'certificates',
  path: paths.certificates,
  schema: zListCertificatesQuery,
  query: (query) => listCertificatesOptions({ query }),
  file: (query) => exportCertificates({ query, parseAs: 'blob' }),
  href: ({ id }: CertificateListed) => href(paths.certificate, { id }),
});
