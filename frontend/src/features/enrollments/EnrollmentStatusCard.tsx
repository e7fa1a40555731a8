import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { useOpens } from '@/lib/access';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';

/** The status of an enrollment: times, price and reason. */
export function EnrollmentStatusCard({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const { charge_reference, charge_status, payment_due_at, reason, result, waiting_position } =
    enrollment;
  return (
    <TitledCard title={t('enrollments.standing')}>
      {reason && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          <Typography sx={{ fontWeight: 600 }}>{t('enrollments.reason')}</Typography>
          <span dir="auto">{reason}</span>
        </Alert>
      )}
      <Details
        entries={[
          [
            t('enrollments.enrolled_at'),
            <DateText key="c" value={enrollment.created_at} style="datetime" />,
          ],
          [
            t('enrollments.since'),
            <DateText key="u" value={enrollment.updated_at} style="datetime" />,
          ],
          [
            t('enrollments.price'),
            enrollment.price_minor === 0 ? (
              t('batch_card.free')
            ) : (
              <Money key="m" amount={enrollment.price_minor} currency={enrollment.currency} />
            ),
          ],
          enrollment.status === 'pending_payment' && [
            t('enrollments.due'),
            <DateText key="d" value={payment_due_at} style="datetime" />,
          ],
          charge_status && [
            t('enrollments.charge'),
            <StatusChip key="s" noun="charge" status={charge_status} />,
          ],
          charge_reference &&
            opens('payments') && [
              t('routes.payments'),
              <TextLink key="p" to={href(paths.payments, {}, { search: charge_reference })}>
                <bdi dir="ltr">{charge_reference}</bdi>
              </TextLink>,
            ],
          waiting_position !== null && [t('enrollments.position'), waiting_position],
          result && [t('enrollments.result'), statusText(t, 'enrollment_result', result)],
        ]}
      />
    </TitledCard>
  );
}
