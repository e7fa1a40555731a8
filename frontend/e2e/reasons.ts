import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { isDegraded, text } from './world';

/*
 * Reasons of failures that pages show. Behind a bad network a test fails if a page shows an unexpected reason: after a
 * lost response the repeated request must not be refused because the first one succeeded.
 */

const ERRORS = join(import.meta.dirname, '../src/i18n/locales/en/errors.json');
/** Reasons other than API errors. */
const REASONS_OF_PAGES = [
  'auth.username_unavailable',
  'batch_page.full',
  'batch_page.not_found',
  'announcement_page.not_found',
  'enroll.clash',
  'enroll.full',
  'enroll.missed',
  'enroll.missed_last',
  'my_batches.next.expired',
  'training_page.not_found',
];
/** Reasons that are true behind a bad network. */
const TROUBLE = [
  'errors.network.unreachable',
  'errors.service.unavailable',
  'errors.service.overloaded',
  'errors.service.no_answer',
  'errors.service.not_ready',
  'errors.request.in_progress',
];

declare global {
  interface Window {
    noteTexts: (texts: string[]) => void;
  }
}

interface Options {
  /** Keys of the texts that a test's steps cause. */
  expectedReasons: string[];
}

export const test = base.extend<Options & { reasons: undefined }>({
  expectedReasons: [[], { option: true }],
  reasons: [
    async ({ browser, expectedReasons }, use) => {
      if (!isDegraded) return use(undefined);
      const shown = new Set<string>();
      const watch = (context: BrowserContext) =>
        Promise.all([
          context.exposeBinding('noteTexts', (_, texts: string[]) => {
            for (const each of texts) shown.add(each);
          }),
          context.addInitScript(noteTexts),
        ]);
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      const wrong = reasonsIn(shown).filter(
        (key) => ![...expectedReasons, ...TROUBLE].includes(key),
      );
      expect(wrong, 'reasons that are wrong').toEqual([]);
    },
    { auto: true },
  ],
});

/** Runs in each page: reports every displayed text once. */
function noteTexts() {
  const sent = new Set<string>();
  const send = (root: Node) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      const shown = node.nodeType === Node.TEXT_NODE ? node.nodeValue?.trim() : '';
      if (shown && !sent.has(shown)) texts.push(shown);
    }
    for (const each of texts) sent.add(each);
    if (texts.length > 0) window.noteTexts(texts);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') send(target);
      for (const node of addedNodes) send(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

function reasonsIn(shown: Set<string>): string[] {
  return [...REASONS].flatMap(([key, wordings]) =>
    [...shown].some((each) => wordings.some((wording) => wording.test(each))) ? [key] : [],
  );
}

const REASONS = readReasons();

/** Returns the texts of each reason by key. */
function readReasons(): Map<string, RegExp[]> {
  const errors = keysIn(JSON.parse(readFileSync(ERRORS, 'utf8')), 'errors');
  return new Map(
    [...errors, ...REASONS_OF_PAGES].map((key) => [
      key,
      (['en', 'ar'] as const).map((locale) => new RegExp(`^${text(locale, key).source}$`)),
    ]),
  );
}

function keysIn(texts: object, above: string): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${above}.${name}`] : keysIn(value, `${above}.${name}`),
  );
}
