import { useTranslation } from 'react-i18next';
import type { ManagedBatch } from '@/api/catalog';
import { useLocale } from '@/i18n';
import { formatMinutes } from '@/lib/format';

type Terms = Pick<ManagedBatch, 'free_cancellation_hours' | 'kept_percent'>;

/** Returns a function that describes the refund of a cancellation. */
export function useCancellationText() {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ free_cancellation_hours: hours, kept_percent: kept }: Terms) => {
    if (kept === 0 || hours === 0) return t('batches.cancel_free');
    const before = formatMinutes(hours * 60, locale);
    return kept === 100
      ? t('batches.cancel_until', { before })
      : t('batches.cancel_part', { before, kept });
  };
}
