import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { useBrandNames } from '@/lib/brandNames';
import { messagesBackend } from './backend';
import { detectLocale, type Locale, locales, rememberLocale } from './locales';

export { type Locale, locales } from './locales';

// The namespaces of what visitors read on other pages than the first, and of what only users read; the rest is in `messages`.
const INNER = 'inner';
const DESK = 'desk';

/** Prepares the text direction before the language changes. */
type PrepareDirection = (locale: Locale) => Promise<void>;

let prepare: PrepareDirection = async () => {};

/** Loads the messages of the visitor's language; the app renders after that. */
export async function startI18n(prepareDirection: PrepareDirection): Promise<void> {
  prepare = prepareDirection;
  const locale = detectLocale();
  i18next.on('languageChanged', (changed) => showDirection(changed as Locale));
  await Promise.all([
    prepare(locale),
    i18next
      .use(messagesBackend)
      .use(initReactI18next)
      .init({
        lng: locale,
        supportedLngs: Object.keys(locales),
        fallbackLng: false,
        ns: 'messages',
        defaultNS: 'messages',
        fallbackNS: [INNER, DESK],
        returnEmptyString: false,
        interpolation: { escapeValue: false },
        react: { useSuspense: false },
      }),
  ]);
}

/** Loads further namespaces once; rejects on failure. */
async function load(...areas: string[]): Promise<void> {
  const findMissingAreas = () =>
    areas.filter((area) => !i18next.hasResourceBundle(i18next.language, area));
  await i18next.loadNamespaces(areas);
  // i18next keeps a failure for an answer, and does not ask again by itself.
  if (findMissingAreas().length > 0)
    await i18next.reloadResources(i18next.language, findMissingAreas());
  if (findMissingAreas().length > 0) throw new Error('The messages did not come.');
}

/** Loads the messages of pages that visitors do not begin on. */
export const loadInnerMessages = () => load(INNER);

/** Loads the messages of pages that only users open. */
export const loadDeskMessages = () => load(INNER, DESK);

const withMessages =
  (loadMessages: () => Promise<void>) =>
  <Part>(loadPart: () => Promise<Part>) =>
  async (): Promise<Part> =>
    (await Promise.all([loadPart(), loadMessages()]))[0];

/** Lazily imports an inner page, or a rare part of a first page, together with its messages. */
export const withInnerMessages = withMessages(loadInnerMessages);

/** Loads a part of the desk together with its messages. */
export const withDeskMessages = withMessages(loadDeskMessages);

/** Switches the language without a reload and remembers it for a year. */
export async function switchLocale(locale: Locale): Promise<void> {
  rememberLocale(locale);
  await prepare(locale);
  await i18next.changeLanguage(locale);
}

function showDirection(locale: Locale): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = locales[locale].dir;
}

/** The language shown now. */
export const currentLocale = (): Locale => (i18next.language as Locale | undefined) ?? 'en';

/** The language shown now; the component renders again when it changes. */
export function useLocale(): Locale {
  return useTranslation().i18n.language as Locale;
}

/** The product's name in the language shown now. */
export function useBrand(): string {
  return useBrandNames()[useLocale()];
}

/** The text of a bilingual pair (`name_en`/`name_ar`, `title_en`/`title_ar`); the other if it is missing. */
export function localized<Name extends string>(
  record: { [Key in `${Name}_en` | `${Name}_ar`]?: string | null } | null | undefined,
  name: Name,
  locale: Locale,
): string {
  const other: Locale = locale === 'en' ? 'ar' : 'en';
  return record?.[`${name}_${locale}`] || record?.[`${name}_${other}`] || '';
}
