import { listCreditsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { zListCreditsQuery } from '@/api/payments/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** Credits on the platform's bank account. */
export const credits = defineList({
  key: 'transfers',
  path: paths.transfers,
  schema: zListCreditsQuery,
  query: (query) => listCreditsOptions({ query }),
});
