import { expect, it } from 'vitest';
import { parted } from './posters.ts';

it('takes the styles out of the HTML, once each, by the names that Emotion knows them by', () => {
  const html =
    '<style data-emotion="css-global p">body{margin:0}</style>' +
    '<style data-emotion="css a b">.css-a{x:1}.css-b{x:2}</style><div class="css-a css-b">' +
    '<style data-emotion="css c">.css-c{x:3}</style><input class="css-c"/><button type="button"></button>' +
    '<style data-emotion="css c">.css-c{x:3}</style><p class="css-c"></p></div>';
  expect(parted(html)).toEqual({
    styles:
      '<style data-emotion="css-global p">body{margin:0}</style>' +
      '<style data-emotion="css a b c">.css-a{x:1}.css-b{x:2}.css-c{x:3}</style>',
    body: '<div class="css-a css-b"><input inert class="css-c"/><button inert type="button"></button><p class="css-c"></p></div>',
  });
});
