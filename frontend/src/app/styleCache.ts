import createCache, { type EmotionCache } from '@emotion/cache';
import type { Localization } from '@mui/material/locale';
import type { Theme } from '@mui/material/styles';
import type { Locale } from '@/i18n';
import { createAppTheme } from './theme';

/** The style cache and theme of a language. */
interface LocaleStyles {
  styles: EmotionCache;
  /** The words of MUI's own components, where they are not English. */
  texts?: Localization;
  theme?: Theme;
}

// No plugin, so no prefixes: what a browser of ours still knows only so is written out where it stands.
const english: LocaleStyles = {
  styles: createCache({ key: 'css', prepend: true, stylisPlugins: [] }),
};
const stylesByLocale: Partial<Record<Locale, LocaleStyles>> = { en: english };

/** The styles of a language's direction, and its theme with MUI's words, as `prepareStyles` made them. */
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
