import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { Person } from '@/components/Person';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { getPayer } from './payer';
import { getShownStatus } from './shownStatus';

const lineStyle = {
  display: 'flex',
  gap: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
};

/** A payment on a narrow screen: payer, amount, purpose, time and status. */
export function PaymentCard({ payment }: { payment: PaymentRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { amount_minor, currency, created_at, refund_status } = payment;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.875rem', lineHeight: 1.6 }}>
      <Box sx={lineStyle}>
        <Person person={getPayer(payment)} />
        <Box sx={{ flex: 'none', fontWeight: 600, fontSize: '1rem' }}>
          <Money amount={amount_minor} currency={currency} />
        </Box>
      </Box>
      <span>
        {localized(payment, 'title', locale)} ·{' '}
        <Box component="bdi" dir="ltr" sx={{ whiteSpace: 'nowrap' }}>
          {payment.reference}
        </Box>
      </span>
      <Box sx={{ ...lineStyle, flexWrap: 'wrap', color: 'text.secondary' }}>
        <DateText value={created_at} style="datetime" />
        <StatusChip noun="payment" status={getShownStatus(payment)} />
      </Box>
      {refund_status && (
        <Box sx={{ ...lineStyle, color: 'text.secondary' }}>
          {t('payments.refund_status')}
          <StatusChip noun="refund" status={refund_status} />
        </Box>
      )}
    </Box>
  );
}
