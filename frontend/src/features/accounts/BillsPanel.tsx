import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountRead, BillRead } from '@/api/payments';
import { ListPanel } from '@/components/list/ListPanel';
import { Money } from '@/components/Money';
import { LinkButton } from '@/components/RouterLinks';
import { StatusChip } from '@/components/StatusChip';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useSession } from '@/lib/session';
import { href, paths } from '@/routes/paths';
import { accountBills, accountEntries } from './lists';

const MAX_SHOWN = 24;

/** The bills of an account with their details; an organization pays its own here. */
export function BillsPanel({ account }: { account: AccountRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const own = useSession().profile?.type === 'organization';
  const { id } = account;
  const payable = ({ status }: BillRead) => own && status !== 'paid';
  return (
    <ListPanel
      title={t('accounts.bills')}
      query={useQuery(accountBills(id).query({ page_size: MAX_SHOWN }))}
      empty={t('accounts.no_bills')}
      renderRow={(bill) => ({
        title: (
          <>
            {formatDate(bill.month, locale, 'month')} · <bdi dir="ltr">{bill.reference}</bdi>
          </>
        ),
        text: t(bill.paid_at ? 'accounts.bill_paid' : 'accounts.bill_due', {
          date: formatDate(bill.paid_at ?? bill.due_on, locale),
        }),
        end: (
          <Box
            sx={{
              display: 'flex',
              flexDirection: { xs: 'column', sm: 'row' },
              gap: 1,
              alignItems: { xs: 'end', sm: 'center' },
            }}
          >
            <Money amount={bill.amount_minor} currency={bill.currency} />
            <StatusChip noun="account_bill" status={bill.status} />
            <LinkButton size="small" to={`${accountEntries(id).path}?bill_id=${bill.id}`}>
              {t('accounts.bill_entries')}
            </LinkButton>
            {payable(bill) && (
              <LinkButton
                size="small"
                variant="contained"
                to={href(paths.pay, {}, { charge: bill.charge_id })}
              >
                {t('accounts.pay')}
              </LinkButton>
            )}
          </Box>
        ),
      })}
    />
  );
}
