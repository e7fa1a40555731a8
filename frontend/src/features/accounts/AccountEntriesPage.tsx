import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AccountEntryRead } from '@/api/payments';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { href, paths } from '@/routes/paths';
import { accountBills, accountEntries } from './lists';
import { accountQuery } from './queries';
import { useOrganizationName } from './useOrganizationName';

const MAX_BILLS = 24;
const column = defineColumns<AccountEntryRead>();

/** The entries of an account or of one bill. */
export default function AccountEntriesPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const account = useQuery(accountQuery(id));
  const bills = useQuery(accountBills(id).query({ page_size: MAX_BILLS }));
  const name = useOrganizationName(account.data?.organization_id);
  const formatMonth = (month: string) => formatDate(month, locale, 'month');
  return (
    <ListPage
      list={accountEntries(id)}
      title={t('routes.paymentAccountEntries')}
      lead={t('accounts.entries_lead')}
      trail={[
        { label: t('routes.paymentAccounts'), to: paths.paymentAccounts },
        { label: name || t('routes.paymentAccount'), to: href(paths.paymentAccount, { id }) },
      ]}
      filters={[
        {
          kind: 'choice',
          name: 'bill_id',
          label: t('accounts.bill'),
          options: (bills.data?.data ?? []).map(({ id: value, month }) => ({
            value,
            label: formatMonth(month),
          })),
        },
      ]}
      columns={[
        column.date('created_at', t('accounts.date'), { style: 'datetime' }),
        column.text('kind', t('accounts.entry'), {
          read: ({ kind }) => t(`accounts.kind.${kind}`),
        }),
        column.localized('title', t('accounts.what')),
        column.link('reference', t('accounts.reference'), {
          to: ({ payment_id }) => (payment_id ? href(paths.payment, { id: payment_id }) : null),
          read: ({ reference }) => reference,
        }),
        column.code('document', t('accounts.document')),
        column.code('purchase_order', t('accounts.purchase_order'), { hidden: true }),
        column.text('month', t('accounts.bill'), {
          read: ({ month }) => (month ? formatMonth(month) : t('accounts.not_billed')),
        }),
        column.money('amount_minor', t('accounts.amount'), { width: 150 }),
      ]}
      sums={[{ field: 'amount_minor', label: t('accounts.amount') }]}
      empty={{ title: t('accounts.no_entries'), description: t('accounts.no_entries_hint') }}
    />
  );
}
