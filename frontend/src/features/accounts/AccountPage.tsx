import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { AccountRead } from '@/api/payments';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { AccountDetails } from './AccountDetails';
import { AccountDialog } from './AccountDialog';
import { BillsPanel } from './BillsPanel';
import { EntriesPanel } from './EntriesPanel';
import { accounts } from './lists';
import { accountQuery, useCanManageAccounts } from './queries';
import { useOrganizationName } from './useOrganizationName';

/** A credit account: limit, use, bills and entries. */
export default function AccountPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery(accountQuery(id));
  const changes = useChangesTab();
  const name = useOrganizationName(query.data?.organization_id);
  return (
    <RecordPage
      list={accounts}
      listTitle={t('routes.paymentAccounts')}
      id={id}
      query={query}
      notFound="errors.resource.not_found"
      title={() => name || t('routes.paymentAccount')}
      status={({ status }) => <StatusChip noun="payment_account" status={status} size="medium" />}
      action={(account) => <Terms account={account} />}
      tabs={() => changes([id])}
    >
      {(account) => (
        <>
          <AccountDetails account={account} />
          <BillsPanel account={account} />
          <EntriesPanel id={id} />
        </>
      )}
    </RecordPage>
  );
}

function Terms({ account }: { account: AccountRead }) {
  const { t } = useTranslation();
  const manages = useCanManageAccounts();
  const [open, setOpen] = useState(false);
  if (!manages) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('accounts.edit')}
      </Button>
      {open && <AccountDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
