import { listCreditsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { zListCreditsQuery } from '@/api/payments/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** What has come to the platform's account. */
export const credits = defineList({
  key: 'transfers',
  path: paths.transfers,
  schema: zListCreditsQuery,
  query: (query) => listCreditsOptions({ query }),
});
