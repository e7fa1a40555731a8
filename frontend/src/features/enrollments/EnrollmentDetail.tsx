import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { EnrollmentRead } from '@/api/enrollment';
import { asProblem } from '@/api/problem';
import { DateText } from '@/components/DateText';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { Money } from '@/components/Money';
import { PageContainer } from '@/components/PageContainer';
import { Facts } from '@/components/record/Facts';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { PageError } from '@/lib/fault';
import { formatDateRange } from '@/lib/format';
import { statusText } from '@/lib/statuses';
import { paths } from '@/routes/paths';
import { CandidateName, useCandidateName } from './CandidateName';
import { Decide } from './Decide';
import { enrollmentQuery, seatsQuery } from './deskQueries';
import { isPending } from './nextStep';
import { type Preset, presets } from './presets';

const PENDING_MS = 15_000;

/** One enrollment for the organization: who, into what, how far, and the decision if it is due. */
function EnrollmentDetail({ preset }: { preset: Preset }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const nameOf = useCandidateName();
  const { list, detail } = presets[preset];
  const query = useQuery({
    ...enrollmentQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isPending(data) ? PENDING_MS : false),
  });
  const { data: enrollment, error } = query;
  const status = asProblem(error)?.status;
  if (status === 404 || status === 422) throw new PageError(404, 'errors.enrollment.not_found');
  return (
    <PageContainer
      // By name, so that several of them can be told apart in the browser's tabs.
      title={enrollment ? nameOf(enrollment.candidate) : t(`routes.${detail}`)}
      trail={[{ label: t(`routes.${list}`), to: paths[list] }]}
      width="lg"
      actions={enrollment && <Decide enrollment={enrollment} />}
    >
      <ErrorAlert error={error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton variant="rounded" height={320} sx={{ borderRadius: 4 }} />}
      {enrollment && (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Standing enrollment={enrollment} />
          <Candidate enrollment={enrollment} />
          <Batch enrollment={enrollment} />
        </Box>
      )}
    </PageContainer>
  );
}

function Standing({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const { charge_reference, payment_due_at, reason, result, waiting_position } = enrollment;
  return (
    <TitledCard
      title={t('enrollments.standing')}
      action={<StatusChip noun="enrollment" status={enrollment.status} size="medium" />}
    >
      {reason && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          <Typography sx={{ fontWeight: 600 }}>{t('enrollments.reason')}</Typography>
          {reason}
        </Alert>
      )}
      <Facts
        facts={[
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
          charge_reference && [
            t('enrollments.charge'),
            <Box key="r" component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              <bdi dir="ltr">{charge_reference}</bdi>
              {enrollment.charge_status && (
                <StatusChip noun="charge" status={enrollment.charge_status} />
              )}
            </Box>,
          ],
          waiting_position !== null && [t('enrollments.position'), waiting_position],
          result && [t('enrollments.result'), statusText(t, 'enrollment_result', result)],
        ]}
      />
    </TitledCard>
  );
}

function Candidate({ enrollment: { candidate } }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  return (
    <TitledCard title={t('enrollments.candidate')}>
      <Box sx={{ mt: 2 }}>
        <CandidateName candidate={candidate} size={56} />
      </Box>
      <Facts
        facts={[
          candidate.name_en && [t('enrollments.name_en'), candidate.name_en],
          candidate.name_ar && [t('enrollments.name_ar'), candidate.name_ar],
          candidate.username && [
            t('enrollments.username'),
            <bdi key="u" dir="ltr">
              {candidate.username}
            </bdi>,
          ],
          candidate.phone && [
            t('enrollments.phone'),
            <bdi key="p" dir="ltr">
              {candidate.phone}
            </bdi>,
          ],
        ]}
      />
    </TitledCard>
  );
}

function Batch({ enrollment: { batch } }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const seats = useQuery(seatsQuery(batch.id));
  return (
    <TitledCard title={t('enrollments.batch')}>
      <Typography sx={{ mt: 1.5, fontWeight: 600 }}>{localized(batch, 'title', locale)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <bdi dir="ltr">{batch.code}</bdi>
      </Typography>
      <Facts
        facts={[
          [t('batch_page.dates'), formatDateRange(batch.starts_at, batch.ends_at, locale)],
          [t('enrollments.city'), localized(batch, 'city', locale) || t('batch_mode.online')],
          seats.data && [
            t('enrollments.seats_left'),
            t('enrollments.seats_left_of', {
              left: seats.data.left,
              capacity: seats.data.capacity,
            }),
          ],
          seats.data &&
            seats.data.waiting > 0 && [
              t('status.enrollment.waitlisted'),
              t('batch_page.waiting', { count: seats.data.waiting }),
            ],
        ]}
      />
    </TitledCard>
  );
}

export const Enrollment = () => <EnrollmentDetail preset="all" />;
export const PendingPayment = () => <EnrollmentDetail preset="pending" />;
export const EnrollmentRequest = () => <EnrollmentDetail preset="requests" />;
