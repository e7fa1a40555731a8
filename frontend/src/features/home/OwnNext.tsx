import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getBatchOptions } from '@/api/catalog/@tanstack/react-query.gen';
import type { EnrollmentRead } from '@/api/enrollment';
import { listMyEnrollmentsOptions } from '@/api/enrollment/@tanstack/react-query.gen';
import { getProfileAddressOptions } from '@/api/identity/@tanstack/react-query.gen';
import { DateText } from '@/components/DateText';
import { withQueryProvider } from '@/components/QueryProvider';
import { LinkButton } from '@/components/RouterLinks';
import { formatPlace } from '@/domain/place';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { href, paths, queryString } from '@/routes/paths';

/** The candidate's next payment or session; otherwise batches in their city. */
function OwnNext() {
  const mine = useQuery(
    listMyEnrollmentsOptions({
      query: {
        status: ['pending_payment', 'confirmed', 'requested', 'waitlisted'],
        sort: 'starts_at',
        page_size: 50,
      },
    }),
  );
  const next = findNext(mine.data?.data ?? [], Date.now());
  return (
    <Box component="section" aria-labelledby="own-next" sx={{ bgcolor: 'surface.tint' }}>
      <Container
        sx={{
          // Reserves space, so that the page does not move when the content loads.
          minHeight: { xs: 232, sm: 140 },
          py: 3,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        {mine.isPending && <Skeleton variant="rounded" width="60%" height={84} />}
        {!mine.isPending && (next ? <Next enrollment={next} /> : <EmptyNext />)}
      </Container>
    </Box>
  );
}

/**
 * Returns an unpaid enrollment, else the one that starts first; seats take precedence over
 * requests.
 */
function findNext(enrollments: readonly EnrollmentRead[], now: number): EnrollmentRead | undefined {
  const ahead = enrollments.filter(({ batch }) => Date.parse(batch.ends_at) > now);
  const findByStep = (step: EnrollmentRead['next_step']) =>
    ahead.find((one) => one.next_step === step);
  return findByStep('pay') ?? findByStep('attend') ?? ahead[0];
}

function Next({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch: enrolled, next_step } = enrollment;
  const attends = next_step === 'attend';
  const { data: batch } = useQuery({
    ...getBatchOptions({ path: { batch_id: enrolled.id } }),
    enabled: attends,
  });
  const session = batch?.sessions.find(({ ends_at }) => Date.parse(ends_at) > Date.now());
  const ids = { id: enrolled.training_id, batchId: enrolled.id };
  return (
    <>
      <Words
        lead={t(attends ? 'home.own.session' : 'my_batches.next.title')}
        title={
          attends ? (
            <DateText value={session?.starts_at ?? enrolled.starts_at} style="datetime" />
          ) : (
            t(`my_batches.next.${next_step}`)
          )
        }
      >
        {localized(enrolled, 'title', locale)}
        {batch && ` · ${formatPlace(batch, locale) || t('batch_mode.online')}`}
      </Words>
      <LinkButton
        variant="contained"
        size="large"
        to={
          next_step === 'pay' && enrollment.charge_id
            ? paths.pay +
              queryString({
                charge: enrollment.charge_id,
                redirect: href(paths.myTraining, ids),
              })
            : href(paths.myTraining, ids)
        }
      >
        {t(next_step === 'pay' ? 'my_batches.pay' : 'enroll.to_my_batch')}
      </LinkButton>
    </>
  );
}

function EmptyNext() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { profile } = useSession();
  const { data: address } = useQuery(
    getProfileAddressOptions({ path: { profile_id: profile?.id ?? '' } }),
  );
  const city = address?.city;
  return (
    <>
      <Words lead={t('my_batches.next.title')} title={t('my_batches.none')}>
        {t('my_batches.none_hint')}
      </Words>
      <LinkButton
        variant="contained"
        size="large"
        to={paths.batches + queryString({ city_id: city?.id, seats_left: true })}
      >
        {city
          ? t('home.own.in_city', { city: localized(city, 'name', locale) })
          : t('my_batches.browse')}
      </LinkButton>
    </>
  );
}

function Words({ lead, title, children }: { lead: string; title: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, maxWidth: 720 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {lead}
      </Typography>
      <Typography id="own-next" variant="h3" component="h2">
        {title}
      </Typography>
      <Typography>{children}</Typography>
    </Box>
  );
}

export default withQueryProvider(OwnNext);
