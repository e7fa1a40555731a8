import { useLocale } from '@/i18n';
import { type DateStyle, formatDate } from '@/lib/format';

/** A formatted date in a `time` element; a dash for null. */
export function DateText({
  value,
  style = 'date',
}: {
  value: string | null | undefined;
  style?: DateStyle;
}) {
  const locale = useLocale();
  if (!value) return <span>–</span>;
  return <time dateTime={value}>{formatDate(value, locale, style)}</time>;
}
