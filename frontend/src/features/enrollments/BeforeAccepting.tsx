import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { ownBatchQuery } from '@/domain/useBatchFilter';
import { localized, useLocale } from '@/i18n';
import { formatDate, formatMinutes, formatMoney } from '@/lib/format';
import { seatsQuery } from './deskQueries';
import { paymentDue } from './paymentDue';

/** The consequences of accepting a request: seats, price and payment deadline. */
export function BeforeAccepting({ enrollment }: { enrollment: EnrollmentRead }) {
  const { t } = useTranslation();
  if (!enrollment.allowed_actions.includes('accept')) return null;
  return (
    <TitledCard title={t('enrollments.before.title')}>
      <Consequences requests={[enrollment]} />
    </TitledCard>
  );
}

/** The same for many requests, batch by batch. */
export function BeforeAcceptingMany({ requests }: { requests: readonly EnrollmentRead[] }) {
  const locale = useLocale();
  const batches = Map.groupBy(requests, ({ batch }) => batch.id);
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 2.5 }}>
      {[...batches].map(([id, ofBatch]) => (
        <div key={id}>
          <Typography sx={{ fontWeight: 600 }}>
            {localized(ofBatch[0]?.batch, 'title', locale)} ·{' '}
            <bdi dir="ltr">{ofBatch[0]?.batch.code}</bdi>
          </Typography>
          <Consequences requests={ofBatch} />
        </div>
      ))}
    </Box>
  );
}

/** The consequences for requests of the same batch. */
function Consequences({ requests }: { requests: readonly EnrollmentRead[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [first] = requests;
  const batchId = first?.batch.id ?? '';
  const { data: seats } = useQuery(seatsQuery(batchId));
  const { data: batch } = useQuery(ownBatchQuery(batchId));
  if (!first) return null;
  const isFree = first.price_minor === 0;
  const missing = seats ? requests.length - seats.left : 0;
  return (
    <>
      <Details
        entries={[
          [
            t('enrollments.seats_left'),
            seats
              ? t('enrollments.seats_left_of', { left: seats.left, capacity: seats.capacity })
              : '–',
          ],
          [
            t('enrollments.price'),
            isFree ? t('batch_card.free') : formatMoney(first.price_minor, first.currency, locale),
          ],
          !isFree && [
            t('enrollments.before.pay_within'),
            batch
              ? t('enrollments.before.window', {
                  time: formatMinutes(60 * batch.payment_window_hours, locale),
                  due: formatDate(paymentDue(batch, Date.now()), locale, 'datetime'),
                })
              : '–',
          ],
        ]}
      />
      {missing > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {t('enrollments.before.missing', { count: missing })}
        </Alert>
      )}
    </>
  );
}
