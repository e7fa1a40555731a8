import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';

/** What somebody has to decide on a payment, or to do once more. */
export function PaymentAlerts({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  return (
    <>
      {payment.review_reason && (
        <Alert severity="warning">
          {t('payments.under_review', {
            reason: t(`review_reason.${payment.review_reason}`, payment.review_reason),
          })}
        </Alert>
      )}
      {payment.refund_status === 'failed' && (
        <Alert severity="error">
          {t('payments.refund_failed')} <bdi dir="auto">{payment.refunds[0]?.error}</bdi>
        </Alert>
      )}
    </>
  );
}
