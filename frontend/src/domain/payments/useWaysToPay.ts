import { useTranslation } from 'react-i18next';
import { locales, useLocale } from '@/i18n';
import { useSiteData } from '../site';

/** "by card, mada or Apple Pay", as the settings name them; "online" while they are not known. */
export function useWaysToPay(): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const ways = useSiteData().settings?.payment?.ways;
  if (!ways) return t('ways_to_pay.online');
  const names = ways.map((way) => t(`ways_to_pay.names.${way}`));
  const any = new Intl.ListFormat(locales[locale].intl, { type: 'disjunction' }).format(names);
  return t('ways_to_pay.by', { ways: any });
}
