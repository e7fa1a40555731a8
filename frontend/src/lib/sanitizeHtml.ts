import { use } from 'react';

/** Allowed elements and attributes, the same as `catalog.texts.adapters.html` allows. */
const ELEMENTS = [
  'p',
  'br',
  'h3',
  'h4',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
];
const ATTRIBUTES = ['href', 'rel'];

type Sanitize = (html: string) => string;

/** The HTML Sanitizer API, which TypeScript's DOM types do not have yet. */
interface SanitizingElement extends Element {
  setHTML(html: string, options: { sanitizer: object }): void;
}

const hasDom = typeof Element !== 'undefined';

function sanitizeNatively(html: string): string {
  const element = document.createElement('div') as Element as SanitizingElement;
  element.setHTML(html, { sanitizer: { elements: ELEMENTS, attributes: ATTRIBUTES } });
  return element.innerHTML;
}

async function loadPurifier(): Promise<Sanitize> {
  const { default: purifier } = await import('dompurify');
  return (html) =>
    purifier.sanitize(html, {
      ALLOWED_TAGS: ELEMENTS,
      ALLOWED_ATTR: ATTRIBUTES,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
    });
}

let purifier: Promise<Sanitize> | undefined;

/** Without a DOM the HTML passes unchanged, because the catalogue sanitizes it when storing. */
const trustCatalogue: Sanitize = (html) => html;

/** Returns the browser's own sanitizer; without one, suspends until DOMPurify is loaded. */
export function useSanitizer(): Sanitize {
  if (!hasDom) return trustCatalogue;
  if ('setHTML' in Element.prototype) return sanitizeNatively;
  purifier ??= loadPurifier();
  return use(purifier);
}
