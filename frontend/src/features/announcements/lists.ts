import type { AnnouncementCard } from '@/api/catalog';
import { listManagedAnnouncementsOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListManagedAnnouncementsQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The announcements of every status. */
export const managedAnnouncements = defineList({
  key: 'managed-announcements',
  path: paths.manageAnnouncements,
  schema: zListManagedAnnouncementsQuery,
  query: (query) => listManagedAnnouncementsOptions({ query }),
  href: ({ id }: AnnouncementCard) => href(paths.announcementView, { id }),
});
