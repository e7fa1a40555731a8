import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstPages } from '../src/routes/access';
import { paths, type RouteName } from '../src/routes/paths';
import { compareLocales, compareNouns, declaredCodes, usedKeys } from './check-messages';
import { compareStatuses, statusEnums } from './check-statuses';
import { compareWords, findRetired } from './glossary';
import { literalTexts } from './literal-texts';
import { findKeys, readApp, readModule } from './message-graph';
import { readNamespaces } from './messages';
import { pattern } from './page-plugin';

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

  it('accepts complete messages', () => {
    expect(compareLocales({ en: { a: { b: '{{x}}' } }, ar: { a: { b: 'أ {{x}}' } } })).toEqual([]);
  });

  it('finds keys and declared error codes', () => {
    expect(usedKeys("t('a.b') + t(key)")).toEqual(['a.b']);
    expect(declaredCodes('"`sign_in.locked`: Wait.; `request.invalid`: No."')).toEqual([
      'sign_in.locked',
      'request.invalid',
    ]);
  });
});

describe('the check of the namespaces', () => {
  const features = join(import.meta.dirname, '../src/features/');
  const short = (file: string) => file.replace(features, '');

  it('finds keys, also the beginnings of those in templates', () => {
    const source = "t('pay.title') + t(`menu.$" + "{group}`) + t('home.title') + 'pay.unknown'";
    const reached = new Map([['a.ts', readModule('a.ts', source)]]);
    expect([...findKeys(reached, ['pay.title', 'menu.people', 'home.lead'])]).toEqual([
      'pay.title',
      'menu.',
    ]);
  });

  it('finds the parts of a module with their nouns', () => {
    const source = `
      import type { Screens } from '@/routes/types';
      import { a } from './roles/screens';
      const page = withMessages(async () => import('./roles/RolePage'), 'roles', 'users');
      const list = () => import('./roles/RoleListPage');`;
    const { imports, parts } = readModule(`${features}a.ts`, source);
    expect(imports.map(short)).toEqual(['roles/screens.ts', 'roles/RoleListPage.tsx']);
    expect(parts.map(({ modules, nouns }) => [modules.map(short), nouns])).toEqual([
      [['roles/RolePage.tsx'], ['roles', 'users']],
    ]);
  });

  it('finds what is used without being loaded, and what is loaded without being used', () => {
    const namespaces = {
      messages: { home: { title: '' } },
      app: { form: { save: '' } },
      roles: { title: '' },
      users: { title: '' },
    };
    const use = (...texts: string[]) => new Map([['a.ts', { imports: [], parts: [], texts }]]);
    const part = {
      file: `${features}a.ts`,
      modules: [`${features}RolePage.tsx`],
      nouns: ['users'],
    };
    const compare = (first: string[], later: string[]) =>
      compareNouns(namespaces, { first: use(...first), parts: [part] }, () => use(...later));
    expect(compare(['home.title'], ['home.title', 'form.save', 'users.title'])).toEqual([]);
    expect(compare(['form.save'], ['roles.title'])).toEqual([
      'The first pages use form.save, which is not in their messages',
      'features/a.ts: features/RolePage.tsx uses roles without loading it',
      'features/a.ts: features/RolePage.tsx does not use users',
    ]);
  });

  it('covers the first pages, and the parts that are loaded later', () => {
    const { first, parts } = readApp();
    const files = [...first.keys()].map(short);
    expect(files).toContain('home/UpcomingBatches.tsx');
    expect(files).toContain('trainings/AlertButton.tsx');
    expect(files).not.toContain('auth/SignInPage.tsx');
    const later = parts.flatMap(({ modules }) => modules).map(short);
    expect(later).toContain('trainings/AlertDialog.tsx');
    expect(later).toContain('auth/SignInPage.tsx');
    expect(later).toContain('payments/PaymentPage.tsx');
  });

  it('keeps each noun in one namespace, except what first pages take from shared ones', () => {
    const { messages = {}, app = {}, ...nouns } = readNamespaces('en');
    expect(Object.keys(messages).filter((noun) => noun in app)).toEqual([
      'errors',
      'routes',
      'table',
    ]);
    for (const noun of Object.keys(nouns)) expect({ ...messages, ...app }).not.toHaveProperty(noun);
  });

  it.each(Object.keys(paths) as RouteName[])(
    'loads no more on %s only as it is a first one',
    (name) => {
      const address = paths[name].replace(/:\w+/g, '0198c2f0-0000-7000-8000-000000000001');
      expect(new RegExp(pattern(firstPages)).test(address)).toBe(firstPages.includes(name));
    },
  );
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

describe('the check of the states', () => {
  const document = JSON.stringify({
    components: {
      schemas: {
        NumberCaseStatus: { enum: ['open', 'granted'] },
        EnrollmentResult: { enum: ['passed'] },
        NumberKind: { enum: ['civil'] },
      },
    },
  });
  const colors = { number_case: { open: 'info', granted: 'info' } };
  const complete = new Map([
    ['status.number_case.open', 'Open'],
    ['status.number_case.granted', 'Granted'],
  ]);

  it('reads nouns and their states from the API', () => {
    expect([...statusEnums(document)]).toEqual([
      ['number_case', ['open', 'granted']],
      ['enrollment_result', ['passed']],
    ]);
  });

  it('finds a state without a colour', () => {
    expect(compareStatuses(statusEnums(document), { en: complete }, colors)).toEqual([
      'src/lib/statuses.ts: enrollment_result.passed has no colour',
    ]);
  });

  it('finds a state without a text and a text without a state', () => {
    const ar = new Map([...complete, ['status.number_case.lost', 'مفقود']]);
    ar.delete('status.number_case.open');
    expect(compareStatuses(new Map(), { en: complete, ar }, colors)).toEqual([
      'ar: status.number_case.open has no text',
      'ar: status.number_case.lost is no state',
    ]);
  });
});

describe('the glossary', () => {
  const term = {
    en: 'batch',
    ar: 'دورة',
    english: 'batch(es)?',
    arabic: 'دورة|دورات',
    not_english: ['cohorts?'],
    not_arabic: ['دفعة'],
  };
  const compare = (en: string, ar: string) =>
    compareWords({ en: new Map([['key', en]]), ar: new Map([['key', ar]]) }, [term]);

  it('finds a translation that uses another term', () => {
    expect(compare('Two batches', 'مجموعتان')).toEqual([
      'ar: key has no “دورة”, which is what “batch” is called',
    ]);
    expect(compare('Two batches', 'دورات')).toEqual([]);
    expect(compare('In {{batch}}', 'في {{batch}}')).toEqual([]);
  });

  it('finds forbidden synonyms', () => {
    expect(compare('The cohorts of May', 'دورات مايو')).toEqual([
      'en: key says “cohorts” for “batch”',
    ]);
    expect(compare('Now', 'هذه دفعة')).toEqual(['ar: key says “دفعة” for “دورة”']);
  });

  it('finds retired phrases with their places', () => {
    const texts = new Map([
      ['list.order', 'Enrolled, ascending'],
      ['status.refund.open', 'مطلوب'],
      ['form.required', 'مطلوب'],
    ]);
    expect(findRetired('en', texts)).toEqual([
      'en: list.order says what is now “Oldest first”',
      'en: status.refund.open says what is now “قيد الرد”',
    ]);
  });
});
