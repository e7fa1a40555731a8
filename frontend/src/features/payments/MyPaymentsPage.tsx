import { useTranslation } from 'react-i18next';
import type { ChargeRead } from '@/api/payments';
import { zChargeStatus } from '@/api/payments/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { LinkButton } from '@/components/RouterLinks';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { ownCharges } from './lists';

const column = defineColumns<ChargeRead>();

/** The candidate's charges and payments. */
export default function MyPaymentsPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      list={ownCharges}
      title={t('routes.myPayments')}
      lead={t('payments.mine_lead')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('payments.status'),
          options: toOptions(zChargeStatus.options, (status) => statusText(t, 'charge', status)),
        },
      ]}
      columns={[
        column.localized('title', t('payments.what')),
        column.code('reference', t('payments.reference')),
        column.money('amount_minor', t('payments.amount')),
        column.date('created_at', t('payments.date'), {
          read: (row) => row.paid_at ?? row.created_at,
        }),
        column.status('status', t('payments.status'), 'charge'),
      ]}
      empty={{
        title: t('payments.none'),
        description: t('payments.none_hint'),
        action: (
          <LinkButton variant="outlined" to={paths.batches}>
            {t('payments.browse')}
          </LinkButton>
        ),
      }}
    />
  );
}
