import { type AccountRead, exportEntries } from '@/api/payments';
import {
  listAccountsOptions,
  listBillsOptions,
  listEntriesOptions,
} from '@/api/payments/@tanstack/react-query.gen';
import { zListAccountsQuery, zListBillsQuery, zListEntriesQuery } from '@/api/payments/zod.gen';
import { defineList } from '@/components/list/list';
import { href, paths } from '@/routes/paths';

/** Organizations that may pay on account; for an organization its own. */
export const accounts = defineList({
  key: 'payment-accounts',
  path: paths.paymentAccounts,
  schema: zListAccountsQuery,
  query: (query) => listAccountsOptions({ query }),
  href: ({ id }: AccountRead) => href(paths.paymentAccount, { id }),
});

/** The bills of an account, the newest month first. */
export const accountBills = (id: string) =>
  defineList({
    key: `account-bills-${id}`,
    path: href(paths.paymentAccount, { id }),
    schema: zListBillsQuery,
    query: (query) => listBillsOptions({ path: { account_id: id }, query }),
  });

/** The entries of an account. */
export const accountEntries = (id: string) =>
  defineList({
    key: `account-entries-${id}`,
    path: href(paths.paymentAccountEntries, { id }),
    schema: zListEntriesQuery,
    query: (query) => listEntriesOptions({ path: { account_id: id }, query }),
    file: (query) => exportEntries({ path: { account_id: id }, query, parseAs: 'blob' }),
  });
