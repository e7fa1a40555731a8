import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { endpoints } from '../src/api/endpoints.ts';
import { access } from '../src/routes/access.ts';
import { paths, type RouteName } from '../src/routes/paths.ts';
import { isFirst } from './chunks.ts';
import { makePosters } from './posters.ts';

const names = Object.keys(paths) as RouteName[];
const isPublic = (name: RouteName) =>
  access[name].who === 'public' && access[name].layout !== 'empty';

/** Builds one regular expression, in Go's syntax, for the paths of these routes. */
export function pattern(routes: readonly RouteName[]): string {
  const addresses = routes.map((name) => paths[name].replaceAll(/:\w+/g, '[^/]+'));
  return `^(${addresses.join('|')})/?$`;
}

/** The app's paths. */
export const everyPage = pattern(names);
/** Paths of visitors' pages, whose head describes the page. */
export const publicPages = pattern(names.filter(isPublic));

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const SITE = endpoints.settings;

interface Beginning {
  /** The page's paths, as a regular expression in Go's syntax. */
  address: string;
  /** Its page's modules. */
  modules: string[];
  /** Requests that the page always makes. */
  calls?: string[];
  /** Request to catalog whose response is in the HTML; `$1` is a group of `address`. Skipped if the URL has a query. */
  data?: string;
  /** Further requests of the page if that response exists. */
  more?: string[];
  /** Further modules if it does not exist. */
  otherwise?: string[];
}

/** Pages with a poster (posters.ts), and their first modules and requests. */
const beginnings: Partial<Record<RouteName, Beginning>> = {
  home: {
    address: '^/$',
    modules: ['features/home/HomePage.tsx', 'features/home/HomeCatalogue.tsx'],
    calls: [
      SITE,
      endpoints.categoryMenu,
      '/api/v1/batches?phase=upcoming&seats_left=true&sort=starts_at&page_size=6',
    ],
  },
  trainings: {
    address: '^/trainings/?$',
    modules: ['features/trainings/TrainingsPage.tsx', 'components/QueryProvider.tsx'],
    calls: [SITE],
    // The trainings of the first screen.
    data: 'trainings?sort=starts_at&page=1&page_size=4',
    more: ['/api/v1/trainings?sort=starts_at&page=1&page_size=12'],
    otherwise: ['features/trainings/lists.ts'],
  },
  training: {
    address: `^/trainings/(${ID})/?$`,
    modules: ['features/trainings/TrainingPage.tsx', 'components/QueryProvider.tsx'],
    data: 'trainings/$1',
    more: [
      SITE,
      '/api/v1/trainings/{{ .id }}',
      '/api/v1/batches?training_id={{ .id }}&phase=upcoming&page_size=6',
    ],
  },
  batch: {
    address: `^/trainings/${ID}/batch/(${ID})/?$`,
    modules: ['features/trainings/BatchPage.tsx', 'components/QueryProvider.tsx'],
    data: 'batches/$1',
    more: [SITE, '/api/v1/batches/{{ .id }}', '/api/v1/trainings/{{ .training.id }}'],
  },
};

/** Template code that selects a path's poster and data. A record page without data has no poster. */
const CHOICE = Object.entries(beginnings)
  .map(([name, { address, data, calls }]) =>
    [
      `{{- if regexMatch "${address}" $path -}}{{- $poster = "${name}" -}}`,
      data &&
        `{{- if not .OriginalReq.URL.RawQuery -}}{{- $data = fromJson (httpInclude (regexReplaceAll "${address}" $path "/internal/catalog/${data}")) -}}{{- end -}}`,
      data && !calls && '{{- if not $data -}}{{- $poster = "" -}}{{- end -}}',
      '{{- end -}}',
    ]
      .filter(Boolean)
      .join(''),
  )
  .join('\n');

/** Fonts by language. */
const FONTS: Record<string, RegExp> = {
  en: /\/latin-.*\.woff2$/,
  ar: /\/arabic-.*\.woff2$/,
};

/*
 * The beginning of Caddy's template. A visitors' page gets its head from catalog, and another page the product's.
 * An unknown path is a 404. The language comes from the URL, else the cookie, else the browser. Signed-in users get
 * no poster, since their pages differ from a visitor's.
 */
const WHO = `{{- $path := .OriginalReq.URL.Path -}}
{{- if not (regexMatch \`${everyPage}\` $path) }}{{ httpError 404 }}{{ end -}}
{{- $locale := "en" -}}
{{- $header := .Req.Header.Get "Accept-Language" | lower -}}
{{- range list (regexFind \`\\b(en|ar)\\b\` $header) (.Cookie "i18n_redirected") (.OriginalReq.URL.Query.Get "lang") -}}
{{- if has . (list "en" "ar") }}{{ $locale = . }}{{ end -}}
{{- end -}}
{{- $head := "unavailable" -}}
{{- if regexMatch \`${publicPages}\` $path -}}
{{- $short := $path | trimSuffix "/" | default "/" -}}
{{- $named := has (.OriginalReq.URL.Query.Get "lang") (list "en" "ar") -}}
{{- $head = httpInclude (printf "/internal/head?path=%s&locale=%s&named=%t" (urlquery $short) $locale $named) -}}
{{- if not $head }}{{ httpError 404 }}{{ end -}}
{{- end -}}
{{- $poster := "" -}}
{{- $data := "" -}}
{{- if not (.Cookie "token") -}}
${CHOICE}
{{- end -}}
`;

const TITLE = /<title>.*<\/title>\s*<meta name="description"[^>]*>/s;
const HTML = /<html lang="en" dir="ltr"/;
const HEAD_END = '</head>';
const BOOT = /<div class="boot".*?<\/div>/s;
const FIRST = '<script src="/boot.js"></script>';
const APP = /<script type="module".*?<\/script>(\s*<link rel="modulepreload"[^>]*>)*/s;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;
const MANIFEST = '  <link rel="manifest" href="/api/v1/web/manifest?locale={{ $locale }}" />\n  ';
const NOT_LISTED = '<meta name="robots" content="noindex" />';

// The service worker removes the text between these marks from the cached page (src/sw/offline.ts).
const withPoster = (html: string) => `{{ if $poster }}<!--poster-->${html}<!--/poster-->{{ end }}`;
const posterFile = (part: string) =>
  `{{ include (printf "/posters/%s.%s.${part}.html" $poster $locale) $data }}`;

/** Wraps the app's scripts in a template if there is a poster; public/boot.js starts them once it was painted. */
const afterPoster = (app: string) =>
  `${withPoster(`<template id="app">${posterFile('links')}`)}${app}${withPoster('</template>')}`;

/**
 * Writes `page.html`, with which gateway/Caddyfile answers every page, `missing.html` for unknown paths, and the
 * posters. The development server and previews use `index.html`.
 */
export function pagePlugin(): Plugin {
  return {
    name: 'itqan-page',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const html = await withStyles(await readFile(join(dir, 'index.html'), 'utf8'), dir);
      const [head] = TITLE.exec(html) ?? [];
      const [boot] = BOOT.exec(html) ?? [];
      const [app] = APP.exec(html) ?? [];
      if (!head || !boot || !app || !HTML.test(html))
        this.error('index.html has nothing to fill in.');
      const filled = html
        .replace(
          HTML,
          '<html lang="{{ $locale }}" dir="{{ if eq $locale "ar" }}rtl{{ else }}ltr{{ end }}"' +
            '{{ if env "OTEL_EXPORTER_OTLP_ENDPOINT" }} data-traced{{ end }}',
        )
        .replace(head, () => `{{ if eq $head "unavailable" }}${head}{{ else }}{{ $head }}{{ end }}`)
        .replace(app, '')
        .replace(FIRST, () => afterPoster(app) + FIRST)
        .replace(HEAD_END, () => `${MANIFEST}${withPoster(posterFile('head'))}${HEAD_END}`)
        .replace(
          boot,
          () => `${withPoster(posterFile('body'))}{{ if not $poster }}${boot}{{ end }}`,
        );
      await writeFile(join(dir, 'page.html'), WHO + filled);
      await writeFile(join(dir, 'missing.html'), html.replace(head, `${head}\n    ${NOT_LISTED}`));

      await mkdir(join(dir, 'posters'), { recursive: true });
      for (const { name, locale, styles, body } of await makePosters()) {
        const file = (part: string) => join(dir, 'posters', `${name}.${locale}.${part}.html`);
        await writeFile(file('head'), findFonts(locale, bundle) + styles);
        await writeFile(file('links'), buildLinks(name as RouteName, bundle));
        await writeFile(file('body'), body);
      }
    },
  };
}

/**
 * Inlines the styles, since the page is not painted without them. The links stay, disabled, so that the app finds
 * them and does not load these styles again.
 */
async function withStyles(html: string, dir: string): Promise<string> {
  const found = [...html.matchAll(STYLESHEET)];
  const styles = await Promise.all(found.map(([, path = '']) => readFile(join(dir, path), 'utf8')));
  return found.reduce((page, [link, path = ''], index) => {
    const named = path.startsWith('/assets/') ? link.replace('>', ' disabled>') : '';
    return page.replace(link, () => `<style>${styles[index]?.trim()}</style>${named}`);
  }, html);
}

/** Returns preload links of the fonts, which are loaded first. */
function findFonts(locale: string, bundle: Rolldown.OutputBundle): string {
  return Object.keys(bundle)
    .filter((file) => FONTS[locale]?.test(file))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('');
}

/** Returns preload links of the page's requests and modules, so that all are loaded in parallel. */
function buildLinks(name: RouteName, bundle: Rolldown.OutputBundle): string {
  const { modules = [], calls = [], more = [], otherwise = [] } = beginnings[name] ?? {};
  const files = listFiles(modules, bundle);
  const besides = listFiles(otherwise, bundle).filter((file) => !files.includes(file));
  return [
    calls.map(preload).join(''),
    `{{ with index .Args 0 }}${more.map(preload).join('')}{{ else }}${besides.map(preloadModule).join('')}{{ end }}`,
    ...files.map(preloadModule),
  ].join('');
}

/** Returns the files of these modules and their imports, without those of the first load. */
function listFiles(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const needed = new Set(
    chunks
      .filter(({ moduleIds }) =>
        modules.some((module) => moduleIds.some((id) => id.endsWith(`/src/${module}`))),
      )
      .map(({ fileName }) => fileName),
  );
  for (const fileName of needed) {
    const chunk = chunks.find((each) => each.fileName === fileName);
    for (const imported of chunk?.imports ?? []) needed.add(imported);
  }
  return [...needed].filter((file) => !isFirst(`/${file}`));
}

const preloadModule = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

const preload = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${call.replaceAll('&', '&amp;')}">`;
