import { type AuditEntryRead, exportAuditEntries } from '@/api/identity';
import { listAuditEntriesOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListAuditEntriesQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The audit trail of all services. */
export const auditTrail = defineList({
  key: 'audit-trail',
  path: paths.auditTrail,
  schema: zListAuditEntriesQuery,
  query: (query) => listAuditEntriesOptions({ query }),
  file: (query) => exportAuditEntries({ query, parseAs: 'blob' }),
  href: ({ id }: AuditEntryRead) => href(paths.auditEntry, { id }),
});
