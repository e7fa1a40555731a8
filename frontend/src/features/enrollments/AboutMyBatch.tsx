import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import type { BatchRead } from '@/api/catalog';
import type { EnrollmentRead } from '@/api/enrollment';
import { Money } from '@/components/Money';
import { TextLink } from '@/components/RouterLinks';
import { Details } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { StatusChip } from '@/components/StatusChip';
import { batchDetails } from '@/domain/BatchDetails';
import { formatBatchDates } from '@/domain/batchTimes';
import { getMapUrl } from '@/domain/place';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { href, paths } from '@/routes/paths';

/** The trainer, dates, place and price of the candidate's batch. */
export function AboutMyBatch({
  enrollment,
  batch,
}: {
  enrollment: EnrollmentRead;
  /** Undefined if the batch is no longer public. */
  batch: BatchRead | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { batch: enrolled, organization } = enrollment;
  const map = batch && getMapUrl(batch, locale);
  return (
    <TitledCard
      title={t('my_batches.about')}
      action={
        <TextLink
          to={href(paths.batch, { id: enrolled.training_id, batchId: enrolled.id })}
          variant="body2"
        >
          {t('my_batches.open_batch')}
        </TextLink>
      }
    >
      <Details
        entries={[
          ...(batch
            ? batchDetails(batch, locale, t)
            : ([
                [t('batch_page.dates'), formatBatchDates(enrolled, locale)],
                [t('my_batches.place'), localized(enrolled, 'city', locale)],
              ] as const)),
          [t('my_batches.organization'), localized(organization, 'name', locale)],
          [
            t('my_batches.price'),
            enrollment.price_minor === 0 ? (
              t('batch_card.free')
            ) : (
              <Money key="price" amount={enrollment.price_minor} currency={enrollment.currency} />
            ),
          ],
          enrollment.charge_id &&
            enrollment.charge_reference && [
              t('my_batches.charge'),
              <Box
                key="charge"
                component="span"
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
              >
                <TextLink to={href(paths.myPayment, { id: enrollment.charge_id })}>
                  <bdi dir="ltr">{enrollment.charge_reference}</bdi>
                </TextLink>
                {enrollment.charge_status && (
                  <StatusChip noun="charge" status={enrollment.charge_status} />
                )}
              </Box>,
            ],
          enrollment.status === 'confirmed' &&
            enrollment.refundable_until && [
              t('my_batches.refundable_until'),
              formatDate(enrollment.refundable_until, locale, 'datetime'),
            ],
        ]}
      />
      {map && (
        <Link href={map} target="_blank" rel="noreferrer" sx={{ display: 'inline-block', mt: 2.5 }}>
          {t('my_batches.map')}
        </Link>
      )}
    </TitledCard>
  );
}
