/*
 * How the first load is cut: left to itself the bundler makes some fifty small files of it, one for
 * each set of modules that some later page shares. Two are better: what only changes with a
 * library's version, and our own shell.
 */

/** A pattern that matches any of the packages or folders. */
const anyOf = (prefix: string, names: string) =>
  new RegExp(`${prefix}(?:${names.trim().split(/\s+/).join('|')})[/.]`);

const libraries = anyOf(
  '/node_modules/',
  `react react-dom scheduler react-router i18next react-i18next react-is clsx prop-types stylis
   hoist-non-react-statics @emotion/[^/]+
   @mui/system @mui/styled-engine @mui/utils @mui/private-theming`,
);

// What menus, dialogs, tabs and checkboxes have in common: the first screen has none of them.
const controls = anyOf(
  '/node_modules/',
  `react-transition-group dom-helpers @mui/utils/useRovingTabIndex
   @mui/material/internal/(?:Transition|animate|SwitchBase|switchBaseClasses|svg-icons)
   @mui/material/utils/(?:areArraysEqual|contains|focusable|focusWithVisible|getScrollbarSize)`,
);

// Only the components of the shell: the others come with the pages that show them.
const components = anyOf(
  '/node_modules/@mui/material/',
  `Box Button ButtonBase Card CardActionArea CircularProgress Container CssBaseline GlobalStyles
   IconButton Link Paper SvgIcon Typography DefaultPropsProvider className colors
   generateUtilityClass internal locale styles useLazyRipple utils version zero-styled`,
);

const shell = anyOf(
  '/src/',
  `app/Providers app/Root app/RouteFocus app/guard app/router
   app/screens app/styleCache app/theme app/layouts/(?:Footer|Header|Main|PublicLayout|UserArea|publicLinks)
   i18n/[^/]+ routes/[^/]+ api/(?:client|endpoints|problem) lib/(?:access|session)/[^/]+
   lib/(?:brand|cookies|fault|isCrawler|loadingIndicator|reload|serviceWorker|toast|usePageTitle)
   components/(?:ColorModeToggle|ErrorScreen|LanguageSwitch|LoadingScreen|Logo|RouterLinks|SkipLink|Toaster)`,
);

export const chunkGroups = [
  {
    name: 'framework',
    test: (id: string) => (libraries.test(id) || components.test(id)) && !controls.test(id),
  },
  { name: 'shell', test: shell },
  // A group takes what its modules import with it, so this one gets what the first load leaves.
  { name: 'controls', test: controls },
];
