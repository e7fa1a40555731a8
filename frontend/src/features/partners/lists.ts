import { listPartnerClientsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListPartnerClientsQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** The programs that call for the organization. */
export const partnerClients = defineList({
  key: 'partner-clients',
  path: paths.partnerClients,
  schema: zListPartnerClientsQuery,
  query: (query) => listPartnerClientsOptions({ query }),
});
