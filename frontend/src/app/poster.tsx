import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { type Theme, ThemeProvider } from '@mui/material/styles';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { withQueries } from '@/components/Queries';
import type { Locale } from '@/i18n';
import { paths } from '@/routes/paths';
import { Header } from './layouts/Header';
import { Main } from './layouts/Main';
import { drawingOf, prepareStyles } from './styleCache';
import { createAppTheme } from './theme';
import { visitorScreens } from './visitorScreens';

/*
 * What visitors see of a page before the app has come: the page as it is before it knows anything,
 * made by the build (scripts/posters.ts) and written into the HTML. The app takes its place.
 */

/** The pages that have one. */
export const names = ['home', 'trainings'] as const;

/** A page's HTML with its styles, in the language of these messages. */
export async function render(
  name: (typeof names)[number],
  locale: Locale,
  messages: Record<string, unknown>,
): Promise<string> {
  await prepareStyles(locale);
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    ns: 'messages',
    defaultNS: 'messages',
    resources: { [locale]: { messages } },
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const { styles, texts } = drawingOf(locale);
  // Each poster has all of its styles, also those of the one before.
  Object.assign(styles, { inserted: {}, registered: {} });
  const theme = asOnPhone(createAppTheme(locale, texts));
  const screen = await visitorScreens[name]?.();
  if (!screen) throw new Error(`Visitors have no page ${name}.`);
  const Page = withQueries(screen.default);
  return renderToString(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system">
        <CssBaseline enableColorScheme />
        <StaticRouter location={paths[name]}>
          <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
            <Header />
            <Main>
              <Page />
            </Main>
          </Box>
        </StaticRouter>
      </ThemeProvider>
    </CacheProvider>,
  );
}

/** What asks for the width of the screen is told a phone's; all else is decided by the styles. */
const asOnPhone = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiUseMediaQuery: { defaultProps: { ssrMatchMedia: () => ({ matches: true }), noSsr: false } },
  },
});
