import { useTranslation } from 'react-i18next';
import type { ManagedBatch } from '@/api/catalog';
import { DateText } from '@/components/DateText';
import { Money } from '@/components/Money';
import { Details, type Entry } from '@/components/record/Details';
import { TitledCard } from '@/components/record/TitledCard';
import { volumePrices } from '@/domain/volumePrices';
import { useLocale } from '@/i18n';
import { formatMinutes } from '@/lib/format';
import { useCancellationText } from './useCancellationText';

/** The enrollment and cancellation terms of a batch. */
export function BatchTerms({ batch }: { batch: ManagedBatch }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const cancellation = useCancellationText();
  return (
    <TitledCard title={t('batches.terms')}>
      <Details
        entries={[
          [
            t('batches.price'),
            batch.price_minor === 0 ? (
              t('batch_card.free')
            ) : (
              <Money key="price" amount={batch.price_minor} currency={batch.currency} />
            ),
          ],
          ...volumePrices(batch).map(
            ({ people, price_minor }): Entry => [
              t('batch_page.volume_from', { count: people }),
              <Money key={people} amount={price_minor} currency={batch.currency} />,
            ],
          ),
          [
            t('batches.opens'),
            <DateText key="opens" value={batch.enrollment_opens_at} style="datetime" />,
          ],
          [
            t('batches.closes'),
            <DateText key="closes" value={batch.enrollment_closes_at} style="datetime" />,
          ],
          [t('batches.acceptance'), t(`batches.accepts.${batch.requires_acceptance}`)],
          [t('batches.waiting_list'), t(`batches.waits.${batch.waiting_list}`)],
          batch.price_minor > 0 && [
            t('batches.payment_window'),
            formatMinutes(batch.payment_window_hours * 60, locale),
          ],
          batch.price_minor > 0 && [t('batches.cancellation'), cancellation(batch)],
        ]}
      />
    </TitledCard>
  );
}
