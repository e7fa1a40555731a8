import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RecordPage } from '@/components/record/RecordPage';
import { StatusChip } from '@/components/StatusChip';
import { useChangesTab } from '@/domain/audit/useChangesTab';
import { localized, useLocale } from '@/i18n';
import { Accept } from './Accept';
import { DocumentList, documentsInterval } from './DocumentList';
import { payments } from './lists';
import { PaymentAlerts } from './PaymentAlerts';
import { PaymentDetails } from './PaymentDetails';
import { PaymentRefunds } from './PaymentRefunds';
import { PaymentTimeline } from './PaymentTimeline';
import { paymentQuery } from './queries';
import { isRefunding, Refund } from './Refund';
import { getShownStatus } from './shownStatus';

const REFUNDING_MS = 3000;

/** A payment in the dashboard: payer, card and refunds. */
export default function PaymentPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { id = '' } = useParams();
  const changes = useChangesTab();
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data && isRefunding(data) ? REFUNDING_MS : documentsInterval(data),
  });
  return (
    <RecordPage
      list={payments}
      listTitle={t('routes.payments')}
      id={id}
      query={query}
      notFound="errors.resource.not_found"
      title={(payment) => localized(payment, 'title', locale) || t('routes.payment')}
      status={(payment) => (
        <StatusChip noun="payment" status={getShownStatus(payment)} size="medium" />
      )}
      code={({ reference }) => reference}
      action={(payment) => (
        <>
          <Refund payment={payment} />
          <Accept payment={payment} />
        </>
      )}
      tabs={({ refunds }) => changes([id, ...refunds.map((refund) => refund.id)])}
      aside={({ refunds }) => refunds.length > 0 && <PaymentRefunds refunds={refunds} />}
    >
      {(payment) => (
        <>
          <PaymentAlerts payment={payment} />
          <PaymentDetails payment={payment} />
          <DocumentList documents={payment.documents} />
          <PaymentTimeline chargeId={payment.charge_id} />
        </>
      )}
    </RecordPage>
  );
}
