import { type Locale, locales } from '@/i18n';
import { memoizeFormat } from './memoizeFormat';

const numberFormat = memoizeFormat(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Formats an amount in minor units (halalas) with an ISO 4217 currency. */
export function formatMoney(minor: number, currency: string, locale: Locale): string {
  const format = numberFormat(locales[locale].intl, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(majorUnits(minor, currency));
}

/** Converts minor units to units of the currency: 125050 halalas are 1250.5. */
function majorUnits(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}

/** Returns the number of decimals of a currency: two for riyals, three for Kuwaiti dinars. */
export function minorDigits(currency: string): number {
  const format = numberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

export function formatNumber(value: number, locale: Locale): string {
  return numberFormat(locales[locale].intl, {}).format(value);
}

/** Formats hundredths as a percentage: 80 is 80 %. */
export function formatPercent(hundredths: number, locale: Locale): string {
  return numberFormat(locales[locale].intl, { style: 'percent' }).format(hundredths / 100);
}
