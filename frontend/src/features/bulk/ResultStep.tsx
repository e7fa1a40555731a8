import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Trans, useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { Payment } from './Payment';
import { ProgressLine } from './ProgressLine';
import { getCurrency } from './quote';
import { ResultRows } from './ResultRows';
import { StateCounts } from './StateCounts';
import { Uninvited } from './Uninvited';
import type { Progress } from './useProgress';

interface ResultStepProps {
  bulk: BulkEnrollmentDetail;
  progress: Progress | null;
}

/** The result of a confirmed file, or that it was not processed. */
export function ResultStep({ bulk, progress }: ResultStepProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      {bulk.status === 'processing' && (
        <Card component="section" sx={{ p: { xs: 2.5, sm: 3.5 }, maxWidth: 720 }}>
          <Typography variant="h4" component="h2" sx={{ mb: 2 }}>
            {t('bulk_enrollments.processing')}
          </Typography>
          <ProgressLine label={t('bulk_enrollments.processing')} bulk={bulk} progress={progress} />
        </Card>
      )}
      {bulk.status === 'awaiting_payment' && <Payment bulk={bulk} />}
      {bulk.status === 'finished' && (
        <Alert severity="success">
          {t('bulk_enrollments.finished', { count: bulk.confirmed })}
        </Alert>
      )}
      {bulk.status === 'cancelled' && (
        <Alert severity="info">{t('bulk_enrollments.was_cancelled')}</Alert>
      )}
      {bulk.status === 'expired' && (
        <Alert severity="warning">{t('bulk_enrollments.has_expired')}</Alert>
      )}
      <Uninvited bulk={bulk} />
      <StateCounts bulk={bulk} />
      {bulk.confirmed_at && <Summary bulk={bulk} />}
      <ResultRows bulk={bulk} />
      {bulk.people_until && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans
            i18nKey="bulk_enrollments.people_until"
            components={{ date: <DateText value={bulk.people_until} /> }}
          />
        </Typography>
      )}
    </Box>
  );
}

function Summary({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('bulk_enrollments.summary')}>
      <Details
        entries={[
          [
            t('bulk_enrollments.amount'),
            <Money key="amount" amount={bulk.amount_minor} currency={getCurrency(bulk)} />,
          ],
          bulk.purchase_order && [
            t('bulk_enrollments.purchase_order'),
            <bdi key="order">{bulk.purchase_order}</bdi>,
          ],
          [
            t('bulk_enrollments.confirmed_at'),
            <DateText key="at" value={bulk.confirmed_at} style="datetime" />,
          ],
        ]}
      />
    </TitledCard>
  );
}
