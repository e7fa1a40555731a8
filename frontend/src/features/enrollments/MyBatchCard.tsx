import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { StatusChip } from '@/components/StatusChip';
import { formatBatchDates } from '@/domain/batchTimes';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { getNextStep } from './nextStep';
import { OwnOutcome, type OwnOutcomes } from './OwnOutcome';
import { PayButton } from './PayButton';

/** The candidate's next step, with a pay button. */
export function NextStep({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const step = getNextStep(enrollment, Date.now());
  if (step === 'pay') return <PayButton enrollment={enrollment} size="small" />;
  return <span className="cut">{t(`my_batches.next.${step}`)}</span>;
}

/** An enrollment on a narrow screen; the whole card is a link, so it contains no other. */
export function MyBatchCard({
  enrollment,
  outcomes,
}: {
  enrollment: EnrollmentRead;
  outcomes: OwnOutcomes;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch } = enrollment;
  const step = getNextStep(enrollment, Date.now());
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600 }}>{localized(batch, 'title', locale)}</Typography>
        <StatusChip noun="enrollment" status={enrollment.status} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[formatBatchDates(batch, locale), localized(batch, 'city', locale)]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {enrollment.result && <OwnOutcome enrollment={enrollment} outcomes={outcomes} />}
      <Typography variant="body2" sx={{ fontWeight: 500, color: 'primary.main' }}>
        {t(`my_batches.next.${step}`)}
        {step === 'pay' &&
          enrollment.payment_due_at &&
          ` · ${t('my_batches.pay_by', {
            date: formatDate(enrollment.payment_due_at, locale, 'datetime'),
          })}`}
      </Typography>
    </Box>
  );
}
