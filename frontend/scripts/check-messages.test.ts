import { describe, expect, it } from 'vitest';
import { access, firstPages, isForUsers } from '../src/routes/access';
import { paths, type RouteName } from '../src/routes/paths';
import { compareLocales, declaredCodes, usedKeys } from './check-messages';
import { compareStatuses, statusEnums } from './check-statuses';
import { compareWords, findRetired } from './glossary';
import { literalTexts } from './literal-texts';
import {
  deskAddresses,
  firstAddresses,
  firstSources,
  keysOf,
  visitorSources,
} from './message-areas';

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

describe('the check of the areas', () => {
  it('finds the keys of the desk, also those in templates', () => {
    const source = "t('pay.title') + t(`menu.$" + "{group}`) + t('home.title')";
    expect(keysOf(['pay', 'menu'], source)).toEqual(['pay', 'menu']);
    expect(keysOf(['pay'], "error.code === 'pay.unknown'")).toEqual([]);
  });

  it('covers visitors’ pages, but not users’ pages', () => {
    const files = [...visitorSources().keys()].map((file) => file.replace(/.*\/src\//, ''));
    expect(files).toContain('features/home/UpcomingBatches.tsx');
    expect(files).toContain('features/auth/SignInPage.tsx');
    expect(files).toContain('features/trainings/BatchPage.tsx');
    expect(files).not.toContain('app/DashboardPage.tsx');
    expect(files).not.toContain('features/profile/ProfilePage.tsx');
  });

  it.each(Object.keys(paths) as RouteName[])(
    'asks for those of the desk on %s only as it is a page of users',
    (name) => {
      const address = paths[name].replace(/:\w+/g, '0198c2f0-0000-7000-8000-000000000001');
      expect(new RegExp(deskAddresses()).test(address)).toBe(isForUsers(access[name]));
    },
  );

  it('covers the first pages, but no others and no parts for users', () => {
    const files = [...firstSources().keys()].map((file) => file.replace(/.*\/src\//, ''));
    expect(files).toContain('features/home/UpcomingBatches.tsx');
    expect(files).toContain('features/trainings/AlertButton.tsx');
    expect(files).not.toContain('features/trainings/AlertDialog.tsx');
    expect(files).not.toContain('features/auth/SignInPage.tsx');
    expect(files).not.toContain('features/notifications/NotificationBell.tsx');
  });

  it.each(Object.keys(paths) as RouteName[])(
    'asks for no more on %s only as it is a first one',
    (name) => {
      const address = paths[name].replace(/:\w+/g, '0198c2f0-0000-7000-8000-000000000001');
      expect(new RegExp(firstAddresses()).test(address)).toBe(firstPages.includes(name));
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
