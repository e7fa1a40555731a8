import { useTranslation } from 'react-i18next';
import { isRiyadhTime } from '@/lib/riyadh';

/** The label of a filter by days, which begin in Riyadh: it says so to those whose days do not. */
export function useSaudiLabel(label: string): string {
  const { t } = useTranslation();
  const isSame = isRiyadhTime(new Date().toISOString());
  return isSame ? label : `${label} · ${t('batch_page.saudi_time')}`;
}
