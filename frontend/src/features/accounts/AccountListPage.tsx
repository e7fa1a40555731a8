import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRead } from '@/api/payments';
import { zPaymentAccountStatus } from '@/api/payments/zod.gen';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { useOrganizationFilter } from '@/domain/useOrganizationFilter';
import { toOptions } from '@/lib/options';
import { useSession } from '@/lib/session';
import { statusText } from '@/lib/statuses';
import { AccountDialog } from './AccountDialog';
import { accounts } from './lists';
import { useCanManageAccounts } from './queries';
import { useOrganizationName } from './useOrganizationName';

const column = defineColumns<AccountRead>();

/** Organizations with a credit account and their balance; an organization sees its own. */
export default function AccountListPage() {
  const { t } = useTranslation();
  const isAdmin = useSession().profile?.type === 'admin';
  const manages = useCanManageAccounts();
  const [open, setOpen] = useState(false);
  const whose = useOrganizationFilter();
  return (
    <>
      <ListPage
        list={accounts}
        title={t('routes.paymentAccounts')}
        lead={t(isAdmin ? 'accounts.lead' : 'accounts.lead_own')}
        sections={useFamily('payments')}
        action={
          manages && (
            <Button variant="contained" onClick={() => setOpen(true)}>
              {t('accounts.allow')}
            </Button>
          )
        }
        filters={
          isAdmin
            ? [
                {
                  kind: 'choice',
                  name: 'status',
                  label: t('accounts.status'),
                  options: toOptions(zPaymentAccountStatus.options, (status) =>
                    statusText(t, 'payment_account', status),
                  ),
                },
                ...whose,
              ]
            : []
        }
        columns={[
          column.own('organization', t('common.organization'), {
            flex: 1.5,
            cell: ({ organization_id }) => <Name id={organization_id} />,
          }),
          column.money('limit_minor', t('accounts.limit'), { width: 150 }),
          column.money('owed_minor', t('accounts.owed'), { width: 150, zero: '–' }),
          column.money('overdue_minor', t('accounts.overdue'), { width: 150, zero: '–' }),
          column.money('free_minor', t('accounts.free'), { width: 150 }),
          column.money('unbilled_minor', t('accounts.unbilled'), { hidden: true, width: 150 }),
          column.date('next_bill_on', t('accounts.next_bill')),
          column.status('status', t('accounts.status'), 'payment_account'),
        ]}
        empty={{
          title: t(isAdmin ? 'accounts.none' : 'accounts.none_own'),
          description: t(isAdmin ? 'accounts.none_hint' : 'accounts.none_own_hint'),
        }}
      />
      {open && <AccountDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Name({ id }: { id: string }) {
  const name = useOrganizationName(id);
  return (
    <span className="cut" dir="auto" title={name}>
      {name}
    </span>
  );
}
