import { listConfirmationsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListConfirmationsQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** Changes requested by admins that another admin must confirm. */
export const confirmations = defineList({
  key: 'confirmations',
  path: paths.confirmations,
  schema: zListConfirmationsQuery,
  query: (query) => listConfirmationsOptions({ query }),
});
