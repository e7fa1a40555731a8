import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';

const KB = 1024;

/** The size of a file in readable units. */
export function FileSize({ bytes }: { bytes: number }) {
  const { t } = useTranslation();
  const size = formatNumber(Math.ceil(bytes / KB), useLocale());
  return t('document.kilobytes', { size });
}
