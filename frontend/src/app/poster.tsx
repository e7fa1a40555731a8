import { CacheProvider } from '@emotion/react';
import Box from '@mui/material/Box';
import CssBaseline from '@mui/material/CssBaseline';
import { type Theme, ThemeProvider } from '@mui/material/styles';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { listTrainingsQueryKey } from '@/api/catalog/@tanstack/react-query.gen';
import { QueryProvider } from '@/components/QueryProvider';
import { BatchPoster, TrainingPoster } from '@/features/trainings';
import type { Locale } from '@/i18n';
import { queryClient } from '@/lib/queryClient';
import { paths, type RouteName } from '@/routes/paths';
import { Header } from './layouts/Header';
import { Main } from './layouts/Main';
import { markedBatch, markedCard, markedTraining } from './posterMarks';
import { getThemeAndCache, prepareStyles } from './styleCache';
import { visitorScreens } from './visitorScreens';

/*
 * What visitors see of a page before the app has come: the page as it is before it knows anything,
 * made by the build (scripts/posters.ts) and written into the HTML. The app takes its place.
 */

/** The pages with a poster, each with its content: empty, and with marks for data. */
const posters = {
  home: { empty: () => visitorScreens.home?.() },
  trainings: { empty: () => visitorScreens.trainings?.(), filled: waitForTrainings },
  training: {
    filled: async () => ({ default: () => <TrainingPoster training={markedTraining()} /> }),
  },
  batch: { filled: async () => ({ default: () => <BatchPoster batch={markedBatch()} /> }) },
} satisfies Partial<Record<RouteName, Partial<Record<State, () => Promise<Shown> | undefined>>>>;

type State = 'empty' | 'filled';
interface Shown {
  default: ComponentType;
}

export const names = Object.keys(posters) as (keyof typeof posters)[];

/** Renders the catalogue's first page with one card, which the web server repeats. */
async function waitForTrainings(): Promise<Shown> {
  const query = { sort: 'starts_at', page: 1, page_size: 12 } as const;
  const meta = { page: 1, page_size: 12, total: Number.NaN };
  queryClient.setQueryData(listTrainingsQueryKey({ query }), { data: [markedCard()], meta });
  const shown = await visitorScreens.trainings?.();
  if (!shown) throw new Error('Visitors have no catalogue.');
  return shown;
}

/**
 * Renders a page's HTML with its styles in the language of these messages; undefined if the page
 * has no such state.
 */
export async function render(
  name: keyof typeof posters,
  state: State,
  locale: Locale,
  messages: Record<string, unknown>,
): Promise<string> {
  const { [state]: load }: Partial<Record<State, () => Promise<Shown> | undefined>> = posters[name];
  if (!load) return '';
  queryClient.clear();
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
  const { styles, theme: known } = getThemeAndCache(locale);
  // Each poster has all of its styles, also those of the one before.
  Object.assign(styles, { inserted: {}, registered: {} });
  const theme = asOnPhone(known);
  const Page = (await load())?.default;
  if (!Page) throw new Error(`Visitors have no page ${name}.`);
  return renderToString(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system">
        <CssBaseline enableColorScheme />
        <StaticRouter location={paths[name]}>
          <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
            <Header />
            <Main>
              <QueryProvider>
                <Page />
              </QueryProvider>
            </Main>
          </Box>
        </StaticRouter>
      </ThemeProvider>
    </CacheProvider>,
  );
}

/** Makes media queries in code return a phone's width; CSS media queries are unaffected. */
const asOnPhone = (theme: Theme): Theme => ({
  ...theme,
  components: {
    ...theme.components,
    MuiUseMediaQuery: { defaultProps: { ssrMatchMedia: () => ({ matches: true }), noSsr: false } },
  },
});
