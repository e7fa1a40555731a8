import { useTranslation } from 'react-i18next';
import type { AnnouncementCard } from '@/api/catalog';
import {
  getAnnouncementOptions,
  listAnnouncementsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import type { Source } from '@/components/form/SearchSelect';
import type { RecordFilter } from '@/components/list/filters';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';

/** A filter by the announcement, of which several can have the same title. */
export function useAnnouncementFilter(): RecordFilter {
  const { t } = useTranslation();
  const locale = useLocale();
  const source: Source<AnnouncementCard> = {
    find: (search) =>
      listAnnouncementsOptions({ query: { search: search || undefined, page_size: 20 } }),
    label: (announcement) => localized(announcement, 'title', locale),
    note: ({ closes_at }) => `${t('applications.until')} ${formatDate(closes_at, locale)}`,
  };
  return {
    kind: 'record',
    name: 'announcement_id',
    label: t('applications.announcement'),
    source,
    byId: (id) => getAnnouncementOptions({ path: { announcement_id: id } }),
  };
}
