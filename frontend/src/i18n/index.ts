import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { useBrandNames } from '@/lib/brandNames';
import { messagesBackend } from './backend';
import { detectLocale, type Locale, locales, rememberLocale } from './locales';

export { type Locale, locales } from './locales';

// The namespace that all pages except the first ones share; those use only `messages`.
const SHARED = 'app';

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
        fallbackNS: SHARED,
        // The first part of a key is its namespace, if there is one of this name.
        nsSeparator: '.',
        returnEmptyString: false,
        interpolation: { escapeValue: false },
        react: { useSuspense: false },
      }),
  ]);
}

/** Loads the shared namespace and those of these nouns once; rejects on failure. */
export async function loadMessages(...nouns: string[]): Promise<void> {
  const namespaces = [SHARED, ...nouns];
  const findMissing = () =>
    namespaces.filter((name) => !i18next.hasResourceBundle(i18next.language, name));
  await i18next.loadNamespaces(namespaces);
  // i18next keeps a failure for an answer, and does not ask again by itself.
  if (findMissing().length > 0) await i18next.reloadResources(i18next.language, findMissing());
  if (findMissing().length > 0) throw new Error('The messages did not come.');
}

/**
 * Lazily imports a screen or part together with the messages of these nouns. `npm run check` compares them with
 * those that its modules use.
 */
export const withMessages =
  <Part>(loadPart: () => Promise<Part>, ...nouns: string[]) =>
  async (): Promise<Part> =>
    (await Promise.all([loadPart(), loadMessages(...nouns)]))[0];

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
