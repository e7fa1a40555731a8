import type { ContentType, RequestRow } from '@/api/approvals';
import { listApprovalsOptions } from '@/api/approvals/@tanstack/react-query.gen';
import { zListApprovalsQuery } from '@/api/approvals/zod.gen';
import { defineList } from '@/components/list/list';
import { z } from '@/lib/forms';
import { href, paths } from '@/routes/paths';

const schema = z.omit(zListApprovalsQuery, { mine: true });

/** The requests that await the user, earliest deadline first. */
export const myApprovals = defineList({
  key: 'my-approvals',
  path: paths.myApprovals,
  schema: z.omit(schema, { status: true }),
  sort: 'due_on',
  query: (query) => listApprovalsOptions({ query: { ...query, mine: true } }),
  href: ({ id }: RequestRow) => href(paths.approval, { id }),
});

const defineApprovalList = (key: string, path: string, content_type: ContentType) =>
  defineList({
    key,
    path,
    schema,
    query: (query) => listApprovalsOptions({ query: { ...query, content_type } }),
    href: ({ id }: RequestRow) => href(paths.approval, { id }),
  });

/** The requests of each content type: organizations, staff, announcements and applications. */
export const organizationApprovals = defineApprovalList(
  'organization-approvals',
  paths.approvalsOrganizations,
  'organization',
);
export const staffApprovals = defineApprovalList('staff-approvals', paths.approvalsStaff, 'staff');
export const announcementApprovals = defineApprovalList(
  'announcement-approvals',
  paths.approvalsAnnouncements,
  'announcement',
);
export const applicationApprovals = defineApprovalList(
  'application-approvals',
  paths.approvalsApplications,
  'application',
);
