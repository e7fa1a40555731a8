import createCache, { type EmotionCache } from '@emotion/cache';
import type { Locale } from '@/i18n';

const leftToRight = createCache({ key: 'css', prepend: true });
const caches: Partial<Record<Locale, EmotionCache>> = { en: leftToRight };

/** The styles of a language's direction, as `prepareStyles` made them. */
export const styleCache = (locale: Locale): EmotionCache => caches[locale] ?? leftToRight;

/** Loads the mirroring of styles before the interface turns to Arabic; English goes without it. */
export async function prepareStyles(locale: Locale): Promise<void> {
  if (caches[locale]) return;
  const { default: rtlPlugin } = await import('@mui/stylis-plugin-rtl');
  // Without prefixes: what a browser of ours still knows only so is written out where it stands.
  caches[locale] = createCache({ key: 'css-rtl', prepend: true, stylisPlugins: [rtlPlugin] });
}
