import { expect, it } from 'vitest';
import { fillable, splitPoster, withUsedVariables } from './posters.ts';

it('separates the styles from the HTML, once each, with Emotion’s names', () => {
  const html =
    '<style data-emotion="css-global p">body{margin:0}</style>' +
    '<style data-emotion="css a b">.css-a{x:1}.css-b{x:2}</style><div class="css-a css-b">' +
    '<style data-emotion="css c">.css-c{x:3}</style><input class="css-c"/><button type="button"></button><select name="sort"></select>' +
    '<style data-emotion="css c">.css-c{x:3}</style><p class="css-c"></p></div>';
  expect(splitPoster(html)).toEqual({
    styles:
      '<style data-emotion="css-global p">body{margin:0}</style>' +
      '<style data-emotion="css a b c">.css-a{x:1}.css-b{x:2}.css-c{x:3}</style>',
    body: '<div class="css-a css-b"><input inert class="css-c"/><button inert type="button"></button><select inert name="sort"></select><p class="css-c"></p></div>',
  });
});

it('keeps the theme’s used variables, and those that they refer to, without a name', () => {
  const theme =
    ':root{--mui-a:var(--mui-b, 1px);--mui-b:1px;--mui-c:2px;}:root{--mui-d:#fff;}[data-color-scheme="dark"]{--mui-c:3px;--mui-d:#000;}';
  const other = '<style data-emotion="css-global q">body{color:var(--mui-d)}</style>';
  expect(
    withUsedVariables(
      `<style data-emotion="css-global p">${theme}</style>${other}`,
      '<p style="width:var(--mui-a)"></p>',
    ),
  ).toBe(
    `<style>:root{--mui-a:var(--mui-b, 1px);--mui-b:1px;}:root{--mui-d:#fff;}[data-color-scheme="dark"]{--mui-d:#000;}</style>${other}`,
  );
  expect(withUsedVariables(other, '')).toBe(other);
});

it('turns marks into template actions, and empties texts that only the app can format', () => {
  const html =
    '<ol><li>Home</li></ol><ul><li><a href="/trainings/~.id~"><img src="~.image_url~" loading="lazy"/>' +
    '<h2>~.title_en~</h2><p>~~<!-- --> · <!-- -->training_level.~.level~</p></a></li></ul>' +
    '<p>training_level.~.level~</p><button title="Save, 1 Jan 2001">NaN hours</button><button>ليس رقمًا ر.س.</button>';
  expect(fillable(html, { training_level: { foundation: 'First', advanced: 'Last' } })).toBe(
    '<ol><li>Home</li></ol><ul>{{ range $i, $row := .data }}<li><a href="/trainings/{{ html .id }}">' +
      '{{ if .image_url }}<img src="{{ html .image_url }}" {{ if $i }}loading="lazy"{{ else }}fetchpriority="high"{{ end }}/>{{ end }}' +
      '<h2>{{ html .title_en }}</h2><p>&nbsp;</p></a></li>{{ end }}</ul>' +
      '<p>{{ html (index (dict "foundation" "First" "advanced" "Last") .level) }}</p><button>&nbsp;</button><button>&nbsp;</button>',
  );
});
