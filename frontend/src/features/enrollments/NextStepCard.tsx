import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { Quote } from '@/components/Quote';
import { LinkButton } from '@/components/RouterLinks';
import { StatusChip } from '@/components/StatusChip';
import { usePaymentMethodsText } from '@/domain/payments/usePaymentMethods';
import { localized, useLocale } from '@/i18n';
import { formatDate, formatMoney, formatTimeLeft } from '@/lib/format';
import { paths, queryString } from '@/routes/paths';
import { getNextStep, type NextStepName } from './nextStep';
import { PayButton } from './PayButton';
import { useNow } from './useNow';

const COUNTDOWN_MS = 15_000;
const AGAIN: readonly NextStepName[] = ['rejected', 'cancelled', 'expired'];

/** The candidate's current step: an action, or the event to wait for. */
export function NextStepCard({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ways = usePaymentMethodsText();
  const now = useNow(COUNTDOWN_MS);
  const step = getNextStep(enrollment, now);
  const busy = step === 'payment_preparing' || step === 'payment_settling';
  return (
    <Card
      component="section"
      aria-labelledby="next-step"
      sx={{ p: { xs: 2.5, sm: 3.5 }, bgcolor: 'surface.tint', borderColor: 'transparent' }}
    >
      <Box aria-live="polite">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <Typography id="next-step" variant="h4" component="h2" sx={{ flex: 1, minWidth: 200 }}>
            {t(`my_batches.next.${step}`)}
          </Typography>
          <StatusChip noun="enrollment" status={enrollment.status} size="medium" />
        </Box>
        <Typography sx={{ mt: 1, maxWidth: 640 }}>
          {t(`my_batches.next.${step}_text`, {
            price: formatMoney(enrollment.price_minor, enrollment.currency, locale),
            starts: formatDate(enrollment.batch.starts_at, locale, 'datetime'),
            city: localized(enrollment.batch, 'city', locale),
            ways,
          })}
        </Typography>
        <Details enrollment={enrollment} step={step} />
      </Box>
      {busy && <CircularProgress size={24} aria-label={t('common.loading')} sx={{ mt: 2 }} />}
      {step === 'pay' && (
        <Box sx={{ mt: 2.5 }}>
          <TimeLeft until={enrollment.payment_due_at} now={now} />
          <PayButton enrollment={enrollment} size="large" />
        </Box>
      )}
      {AGAIN.includes(step) && (
        <LinkButton
          variant="outlined"
          to={paths.batches + queryString({ training_id: enrollment.batch.training_id })}
          sx={{ mt: 2.5 }}
        >
          {t('enroll.other_batches')}
        </LinkButton>
      )}
    </Card>
  );
}

/** Details of the step: waiting position, reason or refund. */
function Details({ enrollment, step }: { enrollment: EnrollmentRead; step: NextStepName }) {
  const { t } = useTranslation();
  const { waiting_position, reason, result, charge_status } = enrollment;
  const refund =
    charge_status === 'refunded' || charge_status === 'partly_refunded'
      ? 'refunded'
      : enrollment.refund_requested_at && 'refund_requested';
  return (
    <>
      {waiting_position !== null && (
        <Typography sx={{ mt: 1.5, fontWeight: 600 }}>
          {t('my_batches.position', { position: waiting_position })}
        </Typography>
      )}
      {(step === 'rejected' || step === 'cancelled') && reason && (
        <Box sx={{ mt: 1.5 }}>
          <Quote color="error.main">{reason}</Quote>
        </Box>
      )}
      {result && (
        <Box sx={{ mt: 1.5 }}>
          <StatusChip noun="enrollment_result" status={result} size="medium" />
        </Box>
      )}
      {refund && <Typography sx={{ mt: 1.5 }}>{t(`my_batches.${refund}`)}</Typography>}
    </>
  );
}

function TimeLeft({ until, now }: { until: string | null; now: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!until) return null;
  const left = formatTimeLeft(now, Date.parse(until), locale);
  return (
    <Typography sx={{ mb: 1.5, fontWeight: 600 }}>
      {left ? t('my_batches.time_left', { time: left }) : t('my_batches.time_over')}{' '}
      <Typography component="span" sx={{ color: 'text.secondary' }}>
        ({formatDate(until, locale, 'datetime')})
      </Typography>
    </Typography>
  );
}
