import { _default, extend, int } from 'zod/mini';
import type { AnnouncementCard } from '@/api/catalog';
import { listManagedAnnouncementsOptions } from '@/api/catalog/@tanstack/react-query.gen';
import { zListAnnouncementsQuery, zListManagedAnnouncementsQuery } from '@/api/catalog/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The URL parameters of the public list. A page of 24 fills rows of three cards. */
export const zAnnouncementsAddress = extend(zListAnnouncementsQuery, {
  page_size: _default(int(), 24),
});

/** The announcements of every status. */
export const managedAnnouncements = defineList({
  key: 'managed-announcements',
  path: paths.manageAnnouncements,
  schema: zListManagedAnnouncementsQuery,
  query: (query) => listManagedAnnouncementsOptions({ query }),
  href: ({ id }: AnnouncementCard) => href(paths.announcementView, { id }),
});
