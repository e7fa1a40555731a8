import { useTranslation } from 'react-i18next';
import { localized, useLocale } from '@/i18n';
import { formatMoney } from '@/lib/format';
import { Bars, BarsWait } from './Bars';

export default { title: 'Charts' };

const trainings = [
  { title_en: 'Forklift driving', title_ar: 'قيادة الرافعات' },
  { title_en: 'Warehouse safety', title_ar: 'سلامة المستودعات' },
  { title_en: 'Cold chain logistics', title_ar: 'لوجستيات سلسلة التبريد' },
];

/** Two series, which differ by pattern as well as by colour. */
export const TwoSeries = () => {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Bars
      label={t('revenue.chart', { currency: 'SAR' })}
      groups={trainings.map((training) => localized(training, 'title', locale))}
      series={[
        { label: t('revenue.paid'), values: [1_250_000, 830_000, 415_000] },
        { label: t('revenue.refunded'), values: [125_000, 0, 41_500] },
      ]}
      format={(minor) => formatMoney(minor, 'SAR', locale)}
    />
  );
};

export const Waiting = () => <BarsWait />;
