import { expect, it, vi } from 'vitest';
import * as identity from '@/api/identity/zod.gen';
import { type CannedAnswerCreate, createCannedAnswer } from '@/api/notifications';
import {
  cleanCode,
  cleanName,
  cleanNumber,
  cleanRichText,
  cleanText,
  cleanValues,
} from '@/lib/clean';
import { typedTexts } from '@/test/typedTexts';
import * as fields from './personFields';

const functions: Record<string, (text: string) => string> = {
  rich_text: cleanRichText,
  text: cleanText,
  name: cleanName,
  code: (text) => cleanCode(text).trim(),
  number: cleanNumber,
};
const texts = typedTexts.filter(({ rule }) => rule in functions);

it.each(texts)('reads $typed as $meant', ({ rule, typed, meant }) => {
  const clean = functions[rule] as (text: string) => string;
  expect(clean(typed)).toBe(clean(meant));
});

const rules = [
  ['username', fields.username, ['code']],
  ['email', fields.email, ['code']],
  ['organizationNameEn', fields.organizationNameEn, ['name']],
  ['organizationNameAr', fields.organizationNameAr, ['name']],
  ['civilNumber', fields.civilNumber, ['code', 'number']],
  ['passportNumber', fields.passportNumber, ['code', 'number']],
] as const;

it.each(rules)('%s reads one text', (name, field, own) => {
  for (const { rule, typed, meant } of texts) {
    if (!['rich_text', 'text', ...own].includes(rule)) continue;
    const [a, b] = [typed, meant].map((text) => field.safeParse(cleanValues(text)));
    expect([a?.success, a?.data], `${name}: ${JSON.stringify(typed)}`).toEqual([
      b?.success,
      b?.data,
    ]);
  }
});

it('every text field of every generated form reads one text', () => {
  let checked = 0;
  for (const schema of Object.values(identity)) {
    const shape = (schema as { shape?: Record<string, { safeParse: (value: unknown) => unknown }> })
      .shape;
    for (const [name, field] of Object.entries(shape ?? {})) {
      for (const { rule, typed, meant } of texts) {
        if (rule !== 'rich_text') continue;
        const [a, b] = [typed, meant].map((text) =>
          field.safeParse(cleanValues({ [name]: text })[name]),
        );
        if (!name.includes('password')) expect(a, `${name}: ${typed}`).toEqual(b);
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(1000);
});

it('sends one text, whether a schema or a page collects it', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    sent.push(await (request as Request).json());
    return Response.json({});
  });
  for (const { rule, typed, meant } of texts) {
    if (!['rich_text', 'text'].includes(rule)) continue;
    sent.length = 0;
    for (const text of [typed, meant]) {
      const body = { message: text, list: [{ reason: text }], password: text };
      await createCannedAnswer({ body: body as unknown as CannedAnswerCreate });
    }
    const [a, b] = sent;
    expect(a, typed).toEqual({ ...(b as object), password: typed });
  }
});

it('leaves passwords, dates and files as they are', () => {
  const file = new File([], 'a');
  const values = { password: 'cafe\u0301\u200f', file, at: null, list: [{ name: 'a\u200f' }] };
  expect(cleanValues(values)).toEqual({ ...values, list: [{ name: 'a' }] });
  expect(cleanValues(values).file).toBe(file);
});

it.each(['Raman S/O Kumar', 'Oʻtkir', 'Smith, Jr.', 'Maria (Mia) Cruz', 'A', 'Sukarno'])(
  'takes the passport name %s',
  (name) => expect(fields.names.name_en.safeParse(name).success).toBe(true),
);
