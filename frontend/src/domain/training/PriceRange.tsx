import { useTranslation } from 'react-i18next';
import type { TrainingCard } from '@/api/catalog';
import { Money } from '@/components/Money';
import { useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';

/** The price range of a training's batches that are open for enrollment. */
export function PriceRange({ training }: { training: TrainingCard }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { price_from_minor: from, price_to_minor: to, currency } = training;
  if (from === null || currency === null) return t('catalogue.no_batch');
  if (to === 0) return t('batch_card.free');
  if (to === null || from === to) return <Money amount={from} currency={currency} />;
  if (from === 0) {
    return t('catalogue.price_up_to', { max: formatMoney(to, currency, locale) });
  }
  return t('catalogue.price_from', { price: formatMoney(from, currency, locale) });
}
