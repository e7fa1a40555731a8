import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AccountRead } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { Details } from '@/components/record/Details';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';

/** The used part of the credit limit and the next bill. */
export function AccountDetails({ account }: { account: AccountRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { currency, limit_minor: limit, owed_minor: owed } = account;
  const money = (amount: number) => formatMoney(amount, currency, locale);
  const used = limit > 0 ? Math.min(100, Math.max(0, (owed / limit) * 100)) : 100;
  return (
    <>
      {account.status === 'overdue' && (
        <Alert severity="error">
          {t('accounts.overdue_text', { amount: money(account.overdue_minor) })}
        </Alert>
      )}
      {account.status === 'stopped' && <Alert severity="info">{t('accounts.stopped_text')}</Alert>}
      <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('accounts.owed')}
        </Typography>
        <Typography variant="h3" component="p">
          <Money amount={owed} currency={currency} />
        </Typography>
        <Box sx={{ mt: 2 }}>
          <LinearProgress
            variant="determinate"
            value={used}
            color={used >= 90 ? 'warning' : 'primary'}
            aria-label={t('accounts.used')}
            sx={{ height: 8, borderRadius: 4 }}
          />
          <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
            {t('accounts.of_limit', { free: money(account.free_minor), limit: money(limit) })}
          </Typography>
        </Box>
        <Details
          entries={[
            [
              t('accounts.unbilled'),
              <Money key="u" amount={account.unbilled_minor} currency={currency} />,
            ],
            [t('accounts.next_bill'), <DateText key="n" value={account.next_bill_on} />],
            [t('accounts.days'), t('accounts.days_count', { count: account.days_to_pay })],
            [t('accounts.allowed_at'), <DateText key="a" value={account.allowed_at} />],
          ]}
        />
        {owed < 0 && (
          <Typography variant="body2" sx={{ mt: 2 }}>
            {t('accounts.credit_text')}
          </Typography>
        )}
      </Card>
    </>
  );
}
