import { useTranslation } from 'react-i18next';
import { isRiyadhTime } from '@/lib/riyadh';

/** Returns a date filter's label; names Saudi time for users in other time zones. */
export function useSaudiLabel(label: string): string {
  const { t } = useTranslation();
  const isSame = isRiyadhTime(new Date().toISOString());
  return isSame ? label : `${label} · ${t('batch_page.saudi_time')}`;
}
