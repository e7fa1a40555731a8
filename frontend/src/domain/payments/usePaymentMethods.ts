import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPaymentMethodsOptions } from '@/api/payments/@tanstack/react-query.gen';
import { locales, useLocale } from '@/i18n';

/**
 * Returns the configured methods as text: "by card, mada or bank transfer"; "online" while unknown.
 */
export function usePaymentMethodsText(): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data } = useQuery({
    ...listPaymentMethodsOptions(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return t('ways_to_pay.online');
  const names = data.map((method) => t(`ways_to_pay.names.${method}`));
  const any = new Intl.ListFormat(locales[locale].intl, { type: 'disjunction' }).format(names);
  return t('ways_to_pay.by', { ways: any });
}
