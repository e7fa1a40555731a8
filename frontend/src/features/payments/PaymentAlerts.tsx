import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { useAcceptable } from './queries';

/** Alerts about a payment that needs a decision or a retry. */
export function PaymentAlerts({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  return (
    <>
      {payment.status === 'under_review' && <UnderReview payment={payment} />}
      {payment.refund_status === 'failed' && (
        <Alert severity="error">
          {t('payments.refund_failed')} <bdi dir="auto">{payment.refunds[0]?.error}</bdi>
        </Alert>
      )}
    </>
  );
}

/** The reason for the review, with the possible decisions. */
function UnderReview({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: charges } = useAcceptable(payment);
  const { review_reason: reason, received_minor, amount_minor, currency } = payment;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const due = money(amount_minor);
  const differs = reason === 'amount' && received_minor !== null;
  return (
    <Alert severity="warning">
      <AlertTitle>
        {t('payments.under_review', {
          reason: t(`review_reason.${reason}`, reason ?? ''),
        })}
      </AlertTitle>
      {differs && t('payments.came_instead', { received: money(received_minor), due })}{' '}
      {charges && t(charges.length > 0 ? 'payments.decide' : 'payments.decide_refund')}
    </Alert>
  );
}
