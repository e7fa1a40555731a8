import type { WordingDetail, WordingText, WordingTexts } from '@/api/notifications';
import type { Locale } from '@/i18n';
import { z } from '@/lib/forms';

export const locales: readonly Locale[] = ['en', 'ar'];
const parts = ['title', 'body', 'action', 'reason', 'push', 'sms'] as const;
export type Part = (typeof parts)[number];

const text = z.object({
  title: z.string(),
  body: z.string(),
  action: z.string(),
  reason: z.string(),
  push: z.string(),
  sms: z.string(),
});
export const templateForm = z.object({ version: z.number(), en: text, ar: text });
export type TemplateValues = z.output<typeof templateForm>;

/** Separate texts for push and SMS, in place of the notification's own. */
export const isShort = (part: Part): part is 'push' | 'sms' => part === 'push' || part === 'sms';

/** The parts that messages of the kind have or may have. */
export const getParts = ({ packaged }: WordingDetail) =>
  parts.filter((part) => packaged.en[part] || isShort(part));

/** The initial values: the effective text of each part. */
export function toFormValues(
  texts: WordingTexts,
  { packaged, version }: WordingDetail,
): TemplateValues {
  const shown = (locale: Locale) => ({
    title: texts[locale].title ?? packaged[locale].title ?? '',
    body: texts[locale].body ?? packaged[locale].body ?? '',
    action: texts[locale].action ?? packaged[locale].action ?? '',
    reason: texts[locale].reason ?? packaged[locale].reason ?? '',
    push: texts[locale].push ?? packaged[locale].push ?? '',
    sms: texts[locale].sms ?? packaged[locale].sms ?? '',
  });
  return { version, en: shown('en'), ar: shown('ar') };
}

/** Converts the values; parts that are empty or equal to the original are omitted. */
export function toWordingText(values: TemplateValues['en'], packaged: WordingText): WordingText {
  const own = (part: Part) => {
    const typed = values[part].trim();
    return typed === '' || typed === packaged[part] ? null : typed;
  };
  return {
    title: own('title'),
    body: own('body'),
    action: own('action'),
    reason: own('reason'),
    push: own('push'),
    sms: own('sms'),
  };
}
