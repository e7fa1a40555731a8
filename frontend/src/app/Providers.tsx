import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { Toaster } from '@/components/Toaster';
import { useLocale } from '@/i18n';
import { getThemeAndCache } from './styleCache';

/** Provides every page with styles for the text direction, the theme and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { styles, theme } = useMemo(() => getThemeAndCache(locale), [locale]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        {children}
        <Toaster />
      </ThemeProvider>
    </CacheProvider>
  );
}
