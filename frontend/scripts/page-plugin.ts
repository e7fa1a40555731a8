import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { access } from '../src/routes/access.ts';
import { paths, type RouteName } from '../src/routes/paths.ts';

const names = Object.keys(paths) as RouteName[];
const isPublic = (name: RouteName) =>
  access[name].who === 'public' && access[name].layout !== 'empty';

/** One expression for all addresses of these routes, as Go's regular expressions have it. */
function pattern(routes: readonly RouteName[]): string {
  const addresses = routes.map((name) => paths[name].replaceAll(/:\w+/g, '[^/]+'));
  return `^(${addresses.join('|')})/?$`;
}

/** The addresses that the app has. */
export const everyPage = pattern(names);
/** Those that visitors open, whose head says what is there. */
export const publicPages = pattern(names.filter(isPublic));

/*
 * In the words of the web server's templates: an address of the app that visitors open gets its head from the
 * catalogue; another one of the app the product's; one that the app does not have is refused with 404.
 * The language is the address's, else the cookie's, else the first of the browser's that we have.
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
`;

const TITLE = /<title>.*<\/title>\s*<meta name="description"[^>]*>/s;
const HTML = /<html lang="en" dir="ltr"/;
const HEAD_END = '</head>';
const MANIFEST = '  <link rel="manifest" href="/api/v1/web/manifest?locale={{ $locale }}" />\n  ';
const NOT_LISTED = '<meta name="robots" content="noindex" />';

/**
 * Writes `page.html`, which gateway/Caddyfile answers every page with, and `missing.html` for what is none.
 * `index.html` stays what the development server and previews use.
 */
export function pagePlugin(): Plugin {
  return {
    name: 'itqan-page',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const html = await readFile(join(dir, 'index.html'), 'utf8');
      const [head] = TITLE.exec(html) ?? [];
      if (!head || !HTML.test(html)) this.error('index.html has no head to fill in.');
      const filled = html
        .replace(
          HTML,
          '<html lang="{{ $locale }}" dir="{{ if eq $locale "ar" }}rtl{{ else }}ltr{{ end }}"',
        )
        .replace(head, () => `{{ if eq $head "unavailable" }}${head}{{ else }}{{ $head }}{{ end }}`)
        .replace(HEAD_END, MANIFEST + HEAD_END);
      await writeFile(join(dir, 'page.html'), WHO + filled);
      await writeFile(join(dir, 'missing.html'), html.replace(head, `${head}\n    ${NOT_LISTED}`));
    },
  };
}
