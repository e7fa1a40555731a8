import type { WordingRow } from '@/api/notifications';
import { listWordingsOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { zListWordingsQuery } from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** All kinds of notifications, with their effective titles. */
export const notificationTemplates = defineList<WordingRow, typeof zListWordingsQuery>({
  key: 'notices',
  path: paths.settingsNotices,
  schema: zListWordingsQuery,
  query: (query) => listWordingsOptions({ query }),
  href: ({ kind }) => href(paths.settingsNotice, { kind }),
});
