import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { Toaster } from '@/components/Toaster';
import { useLocale } from '@/i18n';
import { drawingOf } from './styleCache';
import { createAppTheme } from './theme';

/** What every page needs around it: styles in the right direction, colours, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { styles, texts } = drawingOf(locale);
  const theme = useMemo(() => createAppTheme(locale, texts), [locale, texts]);
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
