import { expect, it } from 'vitest';
import { z } from '@/lib/forms';
import { named, names, writtenNames } from './personFields';

const form = z.object(names).check(named);

it.each([
  ['Huda', '', { name_en: 'Huda', name_ar: null }],
  ['', 'هدى', { name_en: null, name_ar: 'هدى' }],
  ['Huda', 'هدى', { name_en: 'Huda', name_ar: 'هدى' }],
])('a name in one script is enough: %s %s', (name_en, name_ar, expected) => {
  expect(form.parse({ name_en, name_ar })).toEqual(expected);
});

it('one of both is needed, each in its own script', () => {
  const problems = (name_en: string, name_ar: string) =>
    form.safeParse({ name_en, name_ar }).error?.issues.map(({ path }) => path.join());
  expect(problems('', '')).toEqual(['name_en']);
  expect(problems('هدى', '')).toEqual(['name_en']);
  expect(problems('', 'Huda')).toEqual(['name_ar']);
});

it('a name that stands in for the other is not edited as that', () => {
  expect(writtenNames({ name_en: 'هدى', name_ar: 'هدى' })).toEqual({ name_en: '', name_ar: 'هدى' });
  expect(writtenNames({ name_en: 'Huda', name_ar: null })).toEqual({
    name_en: 'Huda',
    name_ar: '',
  });
});
