import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditRead } from '@/api/payments';
import { zBankCreditStatus } from '@/api/payments/zod.gen';
import type { Action } from '@/components/ActionMenu';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useTransferReceipt } from '@/domain/payments/useTransferReceipt';
import { toOptions } from '@/lib/options';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { ConfirmCredits } from './ConfirmCredits';
import { ImportStatement } from './ImportStatement';
import { credits } from './lists';
import { MatchCredit } from './MatchCredit';
import { RefundTasks } from './RefundTasks';
import { SetAside } from './SetAside';

const column = defineColumns<CreditRead>();

/** Credits on the platform's bank account with their charges. */
export default function TransferListPage() {
  const { t } = useTranslation();
  const receipt = useTransferReceipt();
  const [open, setOpen] = useState<{ verb: 'match' | 'aside'; credit: CreditRead }>();
  const close = () => setOpen(undefined);
  const getActions = (credit: CreditRead): Action[] => {
    const { charge, payment_id: payment, status } = credit;
    return [
      ...(charge?.receipt_uploaded
        ? [{ label: t('transfers.receipt'), onSelect: () => receipt.mutateAsync(charge.id) }]
        : []),
      ...(payment
        ? [{ label: t('transfers.payment'), to: href(paths.payment, { id: payment }) }]
        : [
            {
              label: t('transfers.match'),
              onSelect: () => setOpen({ verb: 'match' as const, credit }),
            },
          ]),
      ...(status === 'proposed' || status === 'to_decide'
        ? [
            {
              label: t('transfers.set_aside'),
              onSelect: () => setOpen({ verb: 'aside' as const, credit }),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        list={credits}
        title={t('routes.transfers')}
        lead={t('transfers.lead')}
        sections={useFamily('payments')}
        action={
          <>
            <RefundTasks />
            <ImportStatement />
          </>
        }
        search={t('transfers.search')}
        tabs={{
          name: 'status',
          label: t('transfers.status'),
          options: toOptions(zBankCreditStatus.options, (of) => statusText(t, 'bank_credit', of)),
        }}
        filters={[
          { kind: 'dates', from: 'booked_from', to: 'booked_to', label: t('transfers.booked') },
        ]}
        columns={[
          column.date('booked_on', t('transfers.booked'), { width: 120 }),
          column.text('payer_name', t('transfers.from'), { read: (row) => row.payer_name || '–' }),
          column.text('text', t('transfers.text'), { flex: 1.4 }),
          column.money('amount_minor', t('transfers.amount')),
          column.localized('title', t('transfers.charge'), {
            read: ({ charge }) => charge,
            note: ({ charge }) => charge?.reference ?? '',
          }),
          column.status('status', t('transfers.status'), 'bank_credit'),
          column.text('difference', t('transfers.difference'), {
            read: ({ difference, note }) =>
              difference ? t(`transfers.differences.${difference}`) : (note ?? ''),
          }),
          column.code('bank_reference', t('transfers.bank_reference'), { hidden: true }),
        ]}
        actions={{ name: (row) => row.payer_name || row.bank_reference, of: getActions }}
        bulk={{
          selectable: ({ status }) => status === 'proposed',
          label: (row) => t('table.select', { name: row.payer_name || row.bank_reference }),
          render: (chosen, clear) => <ConfirmCredits chosen={chosen} onClear={clear} />,
        }}
        empty={{ title: t('transfers.none'), description: t('transfers.none_hint') }}
      />
      {open?.verb === 'match' && <MatchCredit credit={open.credit} onClose={close} />}
      {open?.verb === 'aside' && <SetAside credit={open.credit} onClose={close} />}
    </>
  );
}
