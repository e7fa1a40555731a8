import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { Person } from '@/components/Person';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { Code, PhoneLink } from '@/components/record/values';
import { formatBatchDates } from '@/domain/batchTimes';
import { writtenNames } from '@/domain/personFields';
import { localized, useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { statusText } from '@/lib/statuses';
import { href, paths } from '@/routes/paths';
import { seatsQuery } from './deskQueries';

/** The candidate with contact data. */
export function CandidatePanel({ enrollment: { candidate } }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const opens = useOpens();
  const { username, email, phone } = candidate;
  const { name_en, name_ar } = writtenNames(candidate);
  return (
    <TitledCard title={t('enrollments.candidate')}>
      <Box sx={{ mt: 2 }}>
        <Person person={candidate} size={48} />
      </Box>
      <Details
        entries={[
          name_en && [t('enrollments.name_en'), name_en],
          name_ar && [t('enrollments.name_ar'), name_ar],
          username && [t('enrollments.username'), <Code key="u" text={username} />],
          phone && [t('enrollments.phone'), <PhoneLink key="p" phone={phone} />],
        ]}
      />
      {opens('candidateView') && (
        <Typography variant="body2" sx={{ mt: 2 }}>
          <TextLink to={href(paths.candidateView, { id: candidate.profile_id })}>
            {t('candidates.of_enrollment')}
          </TextLink>
        </Typography>
      )}
      <Typography variant="body2" sx={{ mt: 2 }}>
        {/* Searches the list by a unique visible value, which the user can clear. */}
        <TextLink to={href(paths.enrollments, {}, { search: email ?? username ?? name_en ?? '' })}>
          {t('enrollments.of_candidate')}
        </TextLink>
      </Typography>
    </TitledCard>
  );
}

/** The batch with its current occupancy. */
export function BatchPanel({
  enrollment: { batch, organization },
}: {
  enrollment: EnrollmentRead;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: seats } = useQuery(seatsQuery(batch.id));
  return (
    <TitledCard title={t('enrollments.batch')}>
      <Typography sx={{ mt: 1.5, fontWeight: 600 }}>
        <TextLink to={href(paths.enrollments, {}, { batch_id: batch.id })}>
          {localized(batch, 'title', locale)}
        </TextLink>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <Code text={batch.code} /> ·{' '}
        <TextLink to={href(paths.batch, { id: batch.training_id, batchId: batch.id })}>
          {t('enrollments.public_page')}
        </TextLink>
      </Typography>
      <Details
        entries={[
          [t('common.organization'), localized(organization, 'name', locale) || '–'],
          [t('batch_page.dates'), formatBatchDates(batch, locale)],
          [t('enrollments.city'), localized(batch, 'city', locale) || t('batch_mode.online')],
          seats && [
            t('enrollments.seats_left'),
            t('enrollments.seats_left_of', { left: seats.left, capacity: seats.capacity }),
          ],
          seats &&
            seats.waiting > 0 && [
              statusText(t, 'enrollment', 'waitlisted'),
              t('batch_page.waiting', { count: seats.waiting }),
            ],
        ]}
      />
    </TitledCard>
  );
}
