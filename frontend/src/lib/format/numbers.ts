import { type Locale, locales } from '@/i18n';

/** An amount of money given in minor units (halalas) and an ISO 4217 currency. */
export function formatMoney(minor: number, currency: string, locale: Locale): string {
  const format = new Intl.NumberFormat(locales[locale].intl, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits);
}

export function formatNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locales[locale].intl).format(value);
}

/** Arabic-Indic and Persian digits as Latin ones, for codes and numbers that people type. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}
