import { exportInquiries, type InquiryRow } from '@/api/notifications';
import { listInquiriesOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { zListInquiriesQuery } from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Inquiries from the contact form. */
export const inquiries = defineList({
  key: 'queries',
  path: paths.queries,
  schema: zListInquiriesQuery,
  query: (query) => listInquiriesOptions({ query }),
  file: (query) => exportInquiries({ query, parseAs: 'blob' }),
  href: ({ id }: InquiryRow) => href(paths.query, { id }),
});
