import { useTranslation } from 'react-i18next';
import type { AnnouncementCard } from '@/api/catalog';
import {
  getManagedAnnouncementOptions,
  listManagedAnnouncementsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import type { Source } from '@/components/form/SearchSelect';
import type { RecordFilter } from '@/components/list/filters';
import { localized, useLocale } from '@/i18n';
import { isAllowed } from '@/lib/access';
import { formatDate } from '@/lib/format';
import { useSession } from '@/lib/session';

/** Returns a filter by announcement, open or closed, for admins. */
export function useAnnouncementFilter(): RecordFilter[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const session = useSession();
  const seesAll = isAllowed({ profiles: ['admin'], permissions: ['view-announcement'] }, session);
  if (!seesAll) return [];
  const source: Source<AnnouncementCard> = {
    find: (search) =>
      listManagedAnnouncementsOptions({ query: { search: search || undefined, page_size: 20 } }),
    label: (announcement) => localized(announcement, 'title', locale),
    note: ({ closes_at }) => t('applications.until', { date: formatDate(closes_at, locale) }),
  };
  return [
    {
      kind: 'record',
      name: 'announcement_id',
      label: t('applications.announcement'),
      source,
      byId: (id) => getManagedAnnouncementOptions({ path: { announcement_id: id } }),
    },
  ];
}
