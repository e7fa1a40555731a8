import createCache, { type EmotionCache } from '@emotion/cache';
import type { Localization } from '@mui/material/locale';
import type { Theme } from '@mui/material/styles';
import type { Locale } from '@/i18n';
import { createAppTheme } from './theme';

/** The style cache and theme of a language. */
interface LocaleStyles {
  styles: EmotionCache;
  /** MUI's own texts; undefined in English, its default. */
  texts?: Localization;
  theme?: Theme;
}

// Without plugins Emotion adds no vendor prefixes; styles that still need one contain it.
const english: LocaleStyles = {
  styles: createCache({ key: 'css', prepend: true, stylisPlugins: [] }),
};
const stylesByLocale: Partial<Record<Locale, LocaleStyles>> = { en: english };

/** Returns the style cache and theme of a language, as created by `prepareStyles`. */
export function getThemeAndCache(locale: Locale): { styles: EmotionCache; theme: Theme } {
  const drawing = stylesByLocale[locale] ?? { ...english, theme: undefined };
  drawing.theme ??= createAppTheme(locale, drawing.texts);
  return { styles: drawing.styles, theme: drawing.theme };
}

/**
 * Loads the RTL style plugin before the interface changes to Arabic; English does not need it.
 * Creates the theme while the messages load.
 */
export async function prepareStyles(locale: Locale): Promise<void> {
  if (!stylesByLocale[locale]) await mirrorStyles(locale);
  getThemeAndCache(locale);
}

async function mirrorStyles(locale: Locale): Promise<void> {
  const { mirror, texts } = await import('./arabic');
  const styles = createCache({ key: 'css-rtl', prepend: true, stylisPlugins: [mirror] });
  stylesByLocale[locale] = { styles, texts };
}
