import createCache, { type EmotionCache } from '@emotion/cache';
import type { Localization } from '@mui/material/locale';
import type { Theme } from '@mui/material/styles';
import type { Locale } from '@/i18n';
import { createAppTheme } from './theme';

/** How a language is drawn. */
interface Drawing {
  styles: EmotionCache;
  /** The words of MUI's own components, where they are not English. */
  texts?: Localization;
  theme?: Theme;
}

// No plugin, so no prefixes: what a browser of ours still knows only so is written out where it stands.
const english: Drawing = { styles: createCache({ key: 'css', prepend: true, stylisPlugins: [] }) };
const drawings: Partial<Record<Locale, Drawing>> = { en: english };

/** The styles of a language's direction, and its theme with MUI's words, as `prepareStyles` made them. */
export function drawingOf(locale: Locale): { styles: EmotionCache; theme: Theme } {
  const drawing = drawings[locale] ?? { ...english, theme: undefined };
  drawing.theme ??= createAppTheme(locale, drawing.texts);
  return { styles: drawing.styles, theme: drawing.theme };
}

/**
 * Loads the mirroring of styles before the interface turns to Arabic; English goes without it. The theme is made
 * here, while the messages are on their way.
 */
export async function prepareStyles(locale: Locale): Promise<void> {
  if (!drawings[locale]) await mirrorStyles(locale);
  drawingOf(locale);
}

async function mirrorStyles(locale: Locale): Promise<void> {
  const { mirror, texts } = await import('./arabic');
  const styles = createCache({ key: 'css-rtl', prepend: true, stylisPlugins: [mirror] });
  drawings[locale] = { styles, texts };
}
