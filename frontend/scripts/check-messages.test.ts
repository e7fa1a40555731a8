import { describe, expect, it } from 'vitest';
import { compareLocales, declaredCodes, usedKeys } from './check-messages';
import { literalTexts } from './literal-texts';

describe('the check of the messages', () => {
  it('finds a key that one language lacks', () => {
    expect(compareLocales({ en: { a: 'A', b: 'B' }, ar: { a: 'أ' } })).toEqual([
      'ar: b is missing',
    ]);
  });

  it('finds a plural form that Arabic lacks', () => {
    const en = { seats_one: '1', seats_other: 'n' };
    const ar = {
      seats_zero: '0',
      seats_one: '1',
      seats_two: '2',
      seats_few: '3',
      seats_other: 'n',
    };
    expect(compareLocales({ en, ar })).toEqual(['ar: seats_many is missing']);
  });

  it('finds a placeholder that a translation lost', () => {
    expect(compareLocales({ en: { a: '{{path}}' }, ar: { a: 'أ' } })).toHaveLength(1);
  });

  it('passes what is complete', () => {
    expect(compareLocales({ en: { a: { b: '{{x}}' } }, ar: { a: { b: 'أ {{x}}' } } })).toEqual([]);
  });

  it('sees keys and declared codes', () => {
    expect(usedKeys("t('a.b') + t(key)")).toEqual(['a.b']);
    expect(declaredCodes('"`auth.locked`: Wait.; `invalid`: No."')).toEqual([
      'auth.locked',
      'invalid',
    ]);
  });
});

describe('the check for literal texts', () => {
  it.each([
    ['<p>Save changes</p>', ['Save changes']],
    ['<p>save</p>', ['save']],
    ['<p>إلغاء</p>', ['إلغاء']],
    ["<>{'in braces'}</>", ['in braces']],
    ["<p>{open ? 'one' : 'other'}</p>", ['one', 'other']],
    ["<p>{open && 'only then'}</p>", ['only then']],
    ["<p>{name ?? 'nobody'}</p>", ['nobody']],
    ['<p>{`twenty seats`}</p>', ['twenty seats']],
    ['<i aria-label="close it" />', ['close it']],
    ["<Field helperText={'as printed'} />", ['as printed']],
    ['<List emptyText="nothing yet" />', ['nothing yet']],
    ["[{ field: 'name', headerName: 1, label: 'name of it' }]", ['name of it']],
    ["toast.success('saved')", ['saved']],
  ])('finds what %s writes out', (source, texts) => {
    expect(literalTexts('example.tsx', `const shown = ${source};`)).toEqual(texts);
  });

  it.each([
    "<p>{t('a.b')} · {1} … +966</p>",
    '<Button variant="contained" type="submit" name="x" />',
    "<Chip label={t(mode === 'open' ? 'a' : 'b')} />",
  ])('passes %s', (source) => {
    expect(literalTexts('example.tsx', `const shown = ${source};`)).toEqual([]);
  });
});
