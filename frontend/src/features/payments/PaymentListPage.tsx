import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '@/api/payments';
import { zChargePurpose, zPaymentMethod, zPaymentStatus } from '@/api/payments/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { StatusChip } from '@/components/StatusChip';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { payments } from './lists';
import { PaymentCard } from './PaymentCard';
import { getPayer } from './payer';
import { getShownStatus } from './shownStatus';

const column = defineColumns<PaymentRow>();

/** Payments for the organization's batches; for admins, all. */
export default function PaymentListPage() {
  const { t } = useTranslation();
  const purpose = (of: string) => t(`charge_purpose.${of}`);
  return (
    <ListPage
      list={payments}
      title={t('routes.payments')}
      lead={t('payments.desk_lead')}
      sections={useFamily('payments')}
      search={t('payments.search')}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('payments.status'),
          options: toOptions(zPaymentStatus.options, (status) => statusText(t, 'payment', status)),
        },
        {
          kind: 'choice',
          name: 'purpose',
          label: t('payments.purpose'),
          options: toOptions(zChargePurpose.options, purpose),
        },
        {
          kind: 'choice',
          name: 'way',
          label: t('pay.way'),
          options: toOptions(zPaymentMethod.options, (way) => t(`pay.ways.${way}`)),
        },
        { kind: 'dates', from: 'created_from', to: 'created_to', label: t('payments.date') },
        {
          kind: 'amounts',
          from: 'amount_from',
          to: 'amount_to',
          label: t('payments.amount'),
          currency: 'SAR',
        },
        ...useOrganizationFilter(),
      ]}
      columns={[
        column.person('payer', t('payments.payer'), { read: getPayer }),
        column.localized('title', t('payments.what')),
        column.code('reference', t('payments.reference')),
        column.money('amount_minor', t('payments.amount')),
        column.date('created_at', t('payments.date'), { style: 'datetime' }),
        column.status('status', t('payments.status'), 'payment', { read: getShownStatus }),
        column.own('refund_status', t('payments.refund_status'), {
          width: 150,
          flex: undefined,
          cell: ({ refund_status: status }) =>
            status ? <StatusChip noun="refund" status={status} /> : '–',
        }),
        column.text('way', t('pay.way'), { read: ({ way }) => t(`pay.ways.${way}`), hidden: true }),
        column.text('purpose', t('payments.purpose'), {
          read: (row) => purpose(row.purpose),
          hidden: true,
        }),
        column.date('completed_at', t('payments.completed'), { style: 'datetime', hidden: true }),
      ]}
      sums={[
        { field: 'succeeded_minor', label: t('payments.sum_succeeded') },
        { field: 'refunded_minor', label: t('payments.sum_refunded') },
      ]}
      renderCard={(payment) => <PaymentCard payment={payment} />}
      empty={{ title: t('payments.desk_none'), description: t('payments.desk_none_hint') }}
    />
  );
}
