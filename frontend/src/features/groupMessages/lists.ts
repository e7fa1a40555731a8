import type { GroupMessageRow } from '@/api/notifications';
import { listGroupMessagesOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { zListGroupMessagesQuery } from '@/api/notifications/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** The messages of an organization; for admins, all of them. */
export const groupMessages = defineList({
  key: 'group-messages',
  path: paths.groupMessages,
  schema: zListGroupMessagesQuery,
  query: (query) => listGroupMessagesOptions({ query }),
  href: ({ id }: GroupMessageRow) => href(paths.groupMessageView, { id }),
});
