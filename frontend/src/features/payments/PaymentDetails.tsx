import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { PaymentDetail } from '@/api/payments';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { usePersonName } from '@/components/Person';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { Code, EmailLink } from '@/components/record/values';
import { useOpens } from '@/lib/access';
import { href, paths } from '@/routes/paths';
import { ChargeLines } from './ChargeLines';
import { getPayer } from './payer';

// Purposes whose payer is a candidate; an application's payer is an organization or its staff.
const CANDIDATES_PAY: readonly PaymentDetail['purpose'][] = [
  'enrollment',
  'candidate_registration',
];

/** The payer, amount, time and card of a payment. */
export function PaymentDetails({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const payer = usePersonName()(getPayer(payment));
  const ofEnrollment = payment.purpose === 'enrollment' && opens('enrollments');
  const ofCandidate = CANDIDATES_PAY.includes(payment.purpose) && opens('candidateView');
  const { payer_email, card_last4, completed_at, currency } = payment;
  return (
    <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 } }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('payments.amount')}
      </Typography>
      <Typography variant="h3" component="p">
        <Money amount={payment.amount_minor} currency={currency} />
      </Typography>
      <Details
        entries={[
          [
            t('payments.payer'),
            ofCandidate ? (
              <TextLink key="y" to={href(paths.candidateView, { id: payment.payer_profile_id })}>
                {payer}
              </TextLink>
            ) : (
              payer
            ),
          ],
          payer_email && [t('payments.email'), <EmailLink key="e" email={payer_email} />],
          [
            t('payments.purpose'),
            ofEnrollment ? (
              <TextLink key="l" to={href(paths.enrollment, { id: payment.subject_id })}>
                {t('charge_purpose.enrollment')}
              </TextLink>
            ) : (
              t(`charge_purpose.${payment.purpose}`)
            ),
          ],
          ofEnrollment &&
            payer_email && [
              t('routes.enrollments'),
              <TextLink key="n" to={href(paths.enrollments, {}, { search: payer_email })}>
                {t('enrollments.of_candidate')}
              </TextLink>,
            ],
          payment.purchase_order && [
            t('payments.purchase_order'),
            <Code key="w" text={payment.purchase_order} />,
          ],
          [t('payments.opened'), <DateText key="o" value={payment.created_at} style="datetime" />],
          completed_at && [
            t('payments.completed'),
            <DateText key="c" value={completed_at} style="datetime" />,
          ],
          [t('pay.way'), t(`pay.ways.${payment.way}`)],
          card_last4 && [
            t('payments.card'),
            <Code key="k" text={`${payment.card_brand} •••• ${card_last4}`} />,
          ],
          payment.transaction_id && [
            t('payments.transaction'),
            <Code key="t" text={payment.transaction_id} />,
          ],
          payment.failure_reason && [t('payments.failure'), payment.failure_reason],
          payment.refunded_minor > 0 && [
            t('payments.refunded'),
            <Money key="f" amount={payment.refunded_minor} currency={currency} />,
          ],
        ]}
      />
      <ChargeLines {...payment} />
    </Card>
  );
}
