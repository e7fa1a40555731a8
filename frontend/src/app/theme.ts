import type { Localization } from '@mui/material/locale';
import { createTheme, type Theme } from '@mui/material/styles';
import { type Locale, locales } from '@/i18n';

declare module '@mui/material/styles' {
  interface BreakpointOverrides {
    '2xl': true;
  }
  interface Palette {
    /** Backgrounds of full-width page sections. */
    surface: { soft: string; tint: string; ink: string; onInk: string };
  }
  interface PaletteOptions {
    surface: { soft: string; tint: string; ink: string; onInk: string };
  }
}

// The Arabic font includes digits and punctuation, so that an Arabic text needs one font.
const letters = "'IBM Plex Sans Arabic'";
const latin = "'IBM Plex Sans Variable'";
const others = "'IBM Plex Sans Arabic Whole', system-ui, sans-serif";
const fonts = {
  en: `${latin}, ${letters}, ${others}`,
  ar: `${letters}, ${latin}, ${others}`,
};
const focusRing = {
  outline: '2px solid var(--mui-palette-primary-main)',
  outlineOffset: 2,
};

/**
 * Creates the app's theme for a language: emerald on neutral colours, light and dark, with MUI's
 * own texts unless English.
 */
export function createAppTheme(locale: Locale, texts: Localization = {}): Theme {
  const arabic = locale === 'ar';
  // Latin headings have negative letter spacing, which would break joined Arabic letters.
  const tight = arabic ? '0' : '-0.02em';
  const heading = { fontWeight: 600, letterSpacing: tight };

  return createTheme(
    {
      direction: locales[locale].dir,
      cssVariables: { colorSchemeSelector: 'data-color-scheme' },
      breakpoints: {
        values: { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 },
      },
      colorSchemes: {
        light: {
          palette: {
            primary: {
              main: '#047857',
              light: '#10b981',
              dark: '#065f46',
              contrastText: '#ffffff',
            },
            secondary: {
              main: '#92400e',
              light: '#d97706',
              dark: '#78350f',
              contrastText: '#ffffff',
            },
            success: { main: '#15803d' },
            info: { main: '#0369a1' },
            warning: { main: '#b45309', contrastText: '#ffffff' },
            error: { main: '#b91c1c' },
            background: { default: '#ffffff', paper: '#ffffff' },
            text: { primary: '#10201a', secondary: '#4a5b54' },
            divider: '#e1e8e4',
            surface: { soft: '#f6f9f7', tint: '#e9f6f0', ink: '#07301f', onInk: '#d6efe3' },
          },
        },
        dark: {
          palette: {
            primary: {
              main: '#34d399',
              light: '#6ee7b7',
              dark: '#10b981',
              contrastText: '#03271b',
            },
            secondary: {
              main: '#fbbf24',
              light: '#fcd34d',
              dark: '#f59e0b',
              contrastText: '#2b1a02',
            },
            success: { main: '#4ade80' },
            info: { main: '#38bdf8' },
            warning: { main: '#fbbf24' },
            error: { main: '#f87171' },
            background: { default: '#0b1210', paper: '#121b18' },
            text: { primary: '#e8f0ec', secondary: '#a3b5ad' },
            divider: '#23312c',
            surface: { soft: '#0f1815', tint: '#11261e', ink: '#0d1f18', onInk: '#c5ddd2' },
          },
        },
      },
      shape: { borderRadius: 8 },
      typography: {
        fontFamily: fonts[locale],
        h1: {
          ...heading,
          fontSize: 'clamp(2.125rem, 1.4rem + 2.6vw, 3.5rem)',
          lineHeight: arabic ? 1.35 : 1.12,
        },
        h2: {
          ...heading,
          fontSize: 'clamp(1.625rem, 1.25rem + 1.3vw, 2.25rem)',
          lineHeight: arabic ? 1.4 : 1.2,
        },
        h3: { ...heading, fontSize: 'clamp(1.375rem, 1.2rem + 0.6vw, 1.625rem)', lineHeight: 1.35 },
        h4: { ...heading, fontSize: '1.25rem', lineHeight: 1.4 },
        h5: { ...heading, fontSize: '1.0625rem', lineHeight: 1.45, letterSpacing: 0 },
        h6: { ...heading, fontSize: '1rem', lineHeight: 1.5, letterSpacing: 0 },
        subtitle1: { fontSize: '1.125rem', lineHeight: 1.65 },
        body1: { lineHeight: arabic ? 1.8 : 1.65, letterSpacing: 0 },
        body2: { lineHeight: arabic ? 1.75 : 1.57, letterSpacing: 0 },
        button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
        overline: {
          fontWeight: 600,
          letterSpacing: arabic ? 0 : '0.08em',
          lineHeight: 1.6,
          textTransform: arabic ? 'none' : 'uppercase',
        },
        caption: { letterSpacing: 0 },
      },
      components: {
        MuiCssBaseline: {
          styleOverrides: {
            // `--flip` mirrors arrows and other directional icons.
            html: { scrollPaddingTop: 96, '--flip': arabic ? '-1' : '1' },
            body: { overflowWrap: 'anywhere' },
            ':focus-visible': focusRing,
            // Gets the focus after navigation, so that screen readers announce the page.
            'h1:focus-visible': { outline: 'none' },
            // Numbers, codes and email addresses keep their own direction in Arabic text.
            '[dir="ltr"]': { unicodeBidi: 'isolate' },
            '@media (prefers-reduced-motion: reduce)': {
              '*, *::before, *::after': {
                animationDuration: '0.01ms !important',
                animationIterationCount: '1 !important',
                transitionDuration: '0.01ms !important',
                scrollBehavior: 'auto !important',
              },
            },
          },
        },
        MuiButtonBase: {
          defaultProps: { disableRipple: true },
          styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
        },
        MuiButton: {
          defaultProps: { disableElevation: true },
          styleOverrides: {
            root: { minHeight: 40, paddingInline: 18 },
            sizeLarge: { minHeight: 48, paddingInline: 24, fontSize: '1rem' },
            sizeSmall: { minHeight: 34, paddingInline: 12 },
          },
        },
        MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
        MuiCard: {
          defaultProps: { variant: 'outlined' },
          styleOverrides: { root: { borderRadius: 16 } },
        },
        MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
        MuiTextField: { defaultProps: { fullWidth: true } },
        MuiFormControl: { defaultProps: { fullWidth: true } },
        MuiLink: {
          defaultProps: { underline: 'hover' },
          styleOverrides: { root: { fontWeight: 500 } },
        },
        // The remaining part looks empty rather than like a second colour.
        MuiLinearProgress: {
          styleOverrides: {
            root: ({ theme }) => ({ backgroundColor: theme.vars.palette.action.selected }),
          },
        },
        MuiChip: { styleOverrides: { root: { fontWeight: 500, borderRadius: 8 } } },
        // Long words on a page may break anywhere, but a badge's number must not.
        MuiBadge: { styleOverrides: { badge: { whiteSpace: 'nowrap', overflowWrap: 'normal' } } },
        MuiTooltip: { defaultProps: { arrow: true } },
        MuiDialog: { styleOverrides: { paper: { borderRadius: 16 } } },
        MuiDialogContent: {
          // MUI sets no padding below a title, which cuts off the label of the first field.
          styleOverrides: { root: { '.MuiDialogTitle-root + &': { paddingTop: 8 } } },
        },
        MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 24px' } } },
        MuiAlert: {
          styleOverrides: {
            // On a narrow screen the button is below the text rather than beside it.
            root: { borderRadius: 10, alignItems: 'flex-start', flexWrap: 'wrap' },
            message: { flex: '1 1 200px' },
          },
        },
        MuiContainer: { defaultProps: { maxWidth: 'xl' } },
        MuiListItemButton: { styleOverrides: { root: { borderRadius: 8 } } },
        MuiMenuItem: { styleOverrides: { root: { minHeight: 40 } } },
      },
    },
    texts,
  );
}
