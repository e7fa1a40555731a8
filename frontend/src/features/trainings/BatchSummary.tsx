import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import PlaceIcon from '@mui/icons-material/PlaceOutlined';
import ClockIcon from '@mui/icons-material/ScheduleOutlined';
import LanguageIcon from '@mui/icons-material/TranslateOutlined';
import AwardIcon from '@mui/icons-material/WorkspacePremiumOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import { BottomBar } from '@/components/BottomBar';
import { LinkButton } from '@/components/RouterLinks';
import { formatBatchDates } from '@/domain/batchTimes';
import { IconDetail } from '@/domain/IconDetail';
import { SeatsLeft } from '@/domain/SeatsLeft';
import { Total, TotalNote } from '@/domain/Total';
import { TrainingPicture } from '@/domain/training/TrainingPicture';
import { volumePrices } from '@/domain/volumePrices';
import { localized, useLocale } from '@/i18n';
import { withRedirect } from '@/lib/access';
import { formatDate, formatMoney } from '@/lib/format';
import { useSession } from '@/lib/session';
import { href, paths, queryString } from '@/routes/paths';
import { AlertButton } from './AlertButton';

/** Price, seats, dates and place of a batch, and the button that starts the enrollment. */
export function BatchSummary({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const taken = Math.min(100, (100 * batch.seats_taken) / Math.max(1, batch.capacity));
  const place = [localized(batch, 'venue', locale), localized(batch.city, 'name', locale)];
  const months = batch.training.certificate_valid_months;
  return (
    <Card>
      <TrainingPicture url={batch.training.image_url} />
      <Box sx={{ p: 3 }}>
        <Total {...batch} beside={<SeatsLeft batch={batch} />} />
        <VolumePrices batch={batch} />
        <LinearProgress
          variant="determinate"
          value={taken}
          aria-label={t('batch_page.seats_taken', {
            taken: batch.seats_taken,
            capacity: batch.capacity,
          })}
          sx={{ mt: 2, borderRadius: 1 }}
        />
        <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
          {t('batch_page.seats_taken', { taken: batch.seats_taken, capacity: batch.capacity })}
          {batch.waiting > 0 && ` · ${t('batch_page.waiting', { count: batch.waiting })}`}
        </Typography>
        <EnrollButton batch={batch} />
        <Divider sx={{ my: 3 }} />
        <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0 }}>
          <IconDetail Icon={CalendarIcon} label={t('batch_page.dates')}>
            {formatBatchDates(batch, locale)}
          </IconDetail>
          <IconDetail Icon={PlaceIcon} label={t(`batch_mode.${batch.mode}`)}>
            {place.filter(Boolean).join(t('table.list_separator')) || t('batch_mode.online')}
          </IconDetail>
          <IconDetail Icon={ClockIcon} label={t('batch_page.duration')}>
            {t('batch_card.hours', { count: batch.training.duration_hours })}
          </IconDetail>
          <IconDetail Icon={LanguageIcon} label={t('batch_page.language')}>
            {t(`batch_language.${batch.language}`)}
          </IconDetail>
          {localized(batch, 'trainer', locale) && (
            <IconDetail Icon={PersonIcon} label={t('batch_page.trainer')}>
              {localized(batch, 'trainer', locale)}
            </IconDetail>
          )}
          {months !== null && (
            <IconDetail Icon={AwardIcon} label={t('batch_page.certificate')}>
              {t('batch_page.valid_months', { count: months })}
            </IconDetail>
          )}
        </Box>
      </Box>
    </Card>
  );
}

/** Group prices for organizations. */
function VolumePrices({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const prices = volumePrices(batch);
  if (prices.length === 0) return null;
  return (
    <Typography
      variant="body2"
      component="ul"
      sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, color: 'text.secondary' }}
    >
      {prices.map(({ people, price_minor }) => (
        <li key={people}>
          {t('batch_page.volume_price', {
            count: people,
            price: formatMoney(price_minor, batch.currency, locale),
          })}
        </li>
      ))}
    </Typography>
  );
}

function EnrollButton({ batch }: { batch: BatchRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user } = useSession();
  const enroll = href(paths.enroll, { id: batch.training.id, batchId: batch.id });
  // Visitors have read the terms here, so the next step does not repeat them.
  const to = user ? enroll : withRedirect(paths.signUp, enroll);
  if (batch.availability === 'not_open') {
    return (
      <Note>
        {t('batch_page.opens', { date: formatDate(batch.enrollment_opens_at, locale, 'datetime') })}
      </Note>
    );
  }
  const others = (
    <>
      <LinkButton
        to={paths.batches + queryString({ training_id: batch.training.id })}
        variant="outlined"
        fullWidth
        sx={{ mt: 1.5 }}
      >
        {t('batch_page.other_batches')}
      </LinkButton>
      <AlertButton training={batch.training} fullWidth sx={{ mt: 1.5 }} />
    </>
  );
  if (batch.availability === 'closed') {
    return (
      <>
        <Note>{t('batch_page.closed')}</Note>
        {others}
      </>
    );
  }
  if (batch.availability === 'cancelled') return others;
  const full = batch.availability === 'full';
  if (full && !batch.waiting_list) {
    return (
      <>
        <Note>{t('batch_page.full')}</Note>
        {others}
      </>
    );
  }
  return (
    <>
      <BottomBar note={<TotalNote {...batch} />}>
        <LinkButton to={to} variant="contained" size="large" fullWidth sx={{ mt: 2.5 }}>
          {t(full ? 'batch_page.join_waiting_list' : 'batch_page.enroll')}
        </LinkButton>
      </BottomBar>
      {full && others}
      <Note>
        {batch.requires_acceptance && `${t('batch_page.requires_acceptance')} `}
        {t('batch_page.closes', {
          date: formatDate(batch.enrollment_closes_at, locale, 'datetime'),
        })}
      </Note>
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {children}
    </Typography>
  );
}
