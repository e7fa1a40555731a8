import createCache, { type EmotionCache } from '@emotion/cache';
import type { Localization } from '@mui/material/locale';
import type { Locale } from '@/i18n';

/** How a language is drawn. */
interface Drawing {
  styles: EmotionCache;
  /** The words of MUI's own components, where they are not English. */
  texts?: Localization;
}

const english: Drawing = { styles: createCache({ key: 'css', prepend: true }) };
const drawings: Partial<Record<Locale, Drawing>> = { en: english };

/** The styles of a language's direction and MUI's words, as `prepareStyles` made them. */
export const drawingOf = (locale: Locale): Drawing => drawings[locale] ?? english;

/** Loads the mirroring of styles before the interface turns to Arabic; English goes without it. */
export async function prepareStyles(locale: Locale): Promise<void> {
  if (drawings[locale]) return;
  const { mirror, texts } = await import('./arabic');
  // Without prefixes: what a browser of ours still knows only so is written out where it stands.
  const styles = createCache({ key: 'css-rtl', prepend: true, stylisPlugins: [mirror] });
  drawings[locale] = { styles, texts };
}
