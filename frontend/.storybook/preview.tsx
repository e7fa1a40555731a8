import '../src/app/fonts/fonts.css';
import { useColorScheme } from '@mui/material/styles';
import type { Preview } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '@/app/Providers';
import { prepareStyles } from '@/app/styleCache';
import { currentLocale, startI18n, switchLocale } from '@/i18n';

const files = import.meta.glob<object>('../src/i18n/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** Adds all messages, since a story's part is loaded without its screen. */
function addMessages(): void {
  for (const [path, messages] of Object.entries(files)) {
    const [, locale = '', noun = ''] = /(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    i18next.addResourceBundle(locale, 'app', { [noun]: messages }, true);
  }
}

let started: Promise<void> | null = null;

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '390px', height: '844px' } },
        desktop: { name: 'Desktop', styles: { width: '1440px', height: '900px' } },
      },
    },
  },
  globalTypes: {
    locale: {
      toolbar: {
        icon: 'globe',
        items: [
          { value: 'en', title: 'English' },
          { value: 'ar', title: 'العربية' },
        ],
        dynamicTitle: true,
      },
    },
    colors: {
      toolbar: {
        icon: 'contrast',
        items: [
          { value: 'system', title: 'Device' },
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { locale: 'en', colors: 'system' },
  loaders: [
    async ({ globals: { locale } }) => {
      started ??= startI18n(prepareStyles).then(addMessages);
      await started;
      if (currentLocale() !== locale) await switchLocale(locale);
    },
  ],
  decorators: [
    (Story, { globals: { colors } }) => (
      <Frame colors={colors}>
        <Story />
      </Frame>
    ),
  ],
};

/** Wraps a story in the app's providers. */
function Frame({ colors, children }: { colors: 'system' | 'light' | 'dark'; children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <main style={{ padding: 16 }}>{children}</main> }]),
  );
  return (
    <Providers>
      <Colors mode={colors} />
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>
  );
}

function Colors({ mode }: { mode: 'system' | 'light' | 'dark' }) {
  const { setMode } = useColorScheme();
  useEffect(() => setMode(mode), [mode, setMode]);
  return null;
}

export default preview;
