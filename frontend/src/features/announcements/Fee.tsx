import { useTranslation } from 'react-i18next';
import type { AnnouncementCard } from '@/api/catalog';
import { Money } from '@/components/Money';

/** The fee of an application. */
export function Fee({ of }: { of: Pick<AnnouncementCard, 'fee_minor' | 'currency'> }) {
  const { t } = useTranslation();
  if (of.fee_minor === 0) return t('announcement_page.free');
  return <Money amount={of.fee_minor} currency={of.currency} />;
}
