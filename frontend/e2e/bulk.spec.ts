import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { CARDS, civilNumber, demoId, PASSWORD, payByCard, seatsLeft, signIn, text } from './world';

/*
 * A file of 300 people, in Arabic: it is uploaded with 17 kinds of invalid rows. Each is explained and corrected in
 * the grid; then the file is confirmed and paid. Nothing is stubbed.
 */

const LOCALE = 'ar';
const PEOPLE = 300;
const PRICE_MINOR = 25_000;
/** An unknown heading; the system remembers the column that the user assigns. */
const NUMBERS = `هوية الموظف ${Date.now()}`;
const HOUR = 3_600_000;

test.describe.configure({ timeout: 420_000 });
test.use({ actionTimeout: 20_000 });

const t = (key: string) => text(LOCALE, `bulk_enrollments.${key}`);

const FIRST = ['Sara', 'Huda', 'Omar', 'Layla', 'Nora', 'Khalid', 'Rana', 'Majed', 'Amal', 'Turki'];
const FIRST_AR = ['سارة', 'هدى', 'عمر', 'ليلى', 'نورة', 'خالد', 'رنا', 'ماجد', 'أمل', 'تركي'];
const FAMILY = ['Al-Harbi', 'Al-Qahtani', 'Al-Otaibi', 'Al-Ghamdi', 'Al-Shehri'];
const FAMILY_AR = ['الحربي', 'القحطاني', 'العتيبي', 'الغامدي', 'الشهري'];

const COLUMNS = [
  'civil_number',
  'passport_number',
  'passport_country',
  'name_en',
  'name_ar',
  'email',
  'phone',
  'language',
] as const;
type Person = Record<(typeof COLUMNS)[number], string>;

/** Kinds of invalid rows, with their messages. */
interface Fault {
  wrong: (person: Person, people: readonly Person[]) => Partial<Person>;
  said: string;
}

const withPassport = (passport_number: string, passport_country: string) => ({
  civil_number: '',
  passport_number,
  passport_country,
});

const FAULTS: Fault[] = [
  {
    wrong: ({ civil_number }) => ({
      civil_number: civil_number.slice(0, 9) + ((Number(civil_number[9]) + 1) % 10),
    }),
    said: 'تحقق من رقم الهوية',
  },
  { wrong: () => ({ civil_number: '10123456' }), said: 'عدد الأرقام أقل من 10' },
  { wrong: () => ({ civil_number: '1.01235E+09' }), said: 'قرّب برنامج الجداول هذا الرقم' },
  { wrong: () => ({ civil_number: '' }), said: 'أدخل رقم الهوية، أو رقم جواز السفر والدولة' },
  { wrong: () => withPassport('A!', 'EG'), said: 'أدخل رقم الجواز: من 5 إلى 20' },
  { wrong: () => withPassport('A1234567', ''), said: 'أدخل الدولة التي أصدرت جواز السفر' },
  { wrong: () => withPassport('A1234568', 'Egypt'), said: 'أدخل رمز الدولة المكوّن من حرفين' },
  { wrong: () => ({ name_en: '', name_ar: '' }), said: 'أدخل الاسم.' },
  { wrong: ({ name_ar }) => ({ name_en: name_ar }), said: 'أدخل هذا الاسم بحروف إنجليزية' },
  { wrong: ({ name_en }) => ({ name_ar: name_en }), said: 'أدخل هذا الاسم بحروف عربية' },
  { wrong: () => ({ name_en: 'S'.repeat(121) }), said: 'أدخل نصًا أقصر' },
  {
    wrong: ({ email }) => ({ email: email.replace('@', '(at)') }),
    said: 'أدخل بريدًا إلكترونيًا صحيحًا',
  },
  { wrong: () => ({ phone: '12345' }), said: 'أدخل رقم الجوال مع رمز الدولة' },
  { wrong: () => ({ language: 'fr' }), said: 'اختر ar أو en' },
  { wrong: () => ({ email: '', phone: '' }), said: 'ليس لهذا الشخص حساب بعد' },
  {
    wrong: (_, people) => ({ email: people[0]?.email }),
    said: 'يستخدم شخص آخر في هذا الملف البريد نفسه',
  },
  { wrong: (_, people) => ({ ...people[1] }), said: 'ورد هذا الشخص في صف سابق' },
];
/** Numbers of the invalid rows, from 0, spread over the file. */
const placeOf = (fault: number) => 10 + fault * 16;
/** One kind has many rows, as if a program had written the column incorrectly. */
const MORE_ADDRESSES = [283, 284, 285, 286];

test('a file of people is corrected, confirmed and paid, in ar', async ({ browser, request }) => {
  const batchId = await publishBatch(request);
  const people = Array.from({ length: PEOPLE }, (_, index) => personOf(index));
  const context = await browser.newContext({
    locale: LOCALE,
    timezoneId: 'Asia/Riyadh',
    // The window is large enough for all invalid rows and their cells.
    viewport: { width: 2240, height: 1700 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await signIn(page, LOCALE, 'gla');

  await test.step('uploads the file and assigns the unknown column', () =>
    uploads(page, batchId, faulty(people)));
  const grid = page.getByRole('grid', { name: t('rows') });
  await test.step('reads the problem of each row', () => reads(page, grid));
  await test.step('corrects all rows', () => fixRows(page, grid, people));
  await test.step('confirms', () => confirms(page));
  await test.step('pays one charge, which confirms all', () => pays(page));
  expect(await seatsLeft(request, batchId)).toBe(0);
  await context.close();
});

function personOf(index: number): Person {
  const seed = (Date.now() % 80_000_000) + index;
  const [first, family] = [index % FIRST.length, index % FAMILY.length];
  return {
    civil_number: civilNumber(seed),
    passport_number: '',
    passport_country: '',
    name_en: `${FIRST[first]} ${FAMILY[family]}`,
    name_ar: `${FIRST_AR[first]} ${FAMILY_AR[family]}`,
    email: `person-${seed}@example.com`,
    // All numbers with 55 are in use by one operator; other prefixes have unassigned ranges.
    phone: `+96655${String(seed % 10_000_000).padStart(7, '0')}`,
    language: 'ar',
  };
}

/** Returns the rows of the file, some of them invalid. */
function faulty(people: readonly Person[]): string {
  const written = people.map((person) => ({ ...person }));
  FAULTS.forEach(({ wrong }, fault) => {
    Object.assign(
      written[placeOf(fault)] as Person,
      wrong(people[placeOf(fault)] as Person, people),
    );
  });
  for (const place of MORE_ADDRESSES) {
    const person = written[place] as Person;
    person.email = person.email.replace('@', '(at)');
  }
  const headings = [
    NUMBERS,
    ...['رقم جواز السفر', 'دولة الجواز', 'الاسم بالإنجليزية', 'الاسم بالعربية'],
    ...['البريد الإلكتروني', 'رقم الجوال', 'لغة الدعوة'],
  ];
  return [headings, ...written.map((person) => COLUMNS.map((column) => person[column]))]
    .map((cells) => cells.join(','))
    .join('\r\n');
}

/** Creates a batch with a seat for each person. */
async function publishBatch(request: APIRequestContext): Promise<string> {
  const login = await request.post('/api/v1/auth/login', {
    data: { username: 'gla', password: PASSWORD },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
  const made = await request.post('/api/v1/batches', {
    headers,
    data: {
      training_id: demoId('training', 'WHS-101'),
      code: `BULK-${now % 100_000_000}`,
      mode: 'online',
      language: 'ar',
      enrollment_opens_at: at(-1),
      enrollment_closes_at: at(24 * 20),
      price_minor: PRICE_MINOR,
      capacity: PEOPLE,
      sessions: [
        {
          title_en: 'Day 1',
          title_ar: 'اليوم 1',
          starts_at: at(24 * 30),
          ends_at: at(24 * 30 + 4),
        },
      ],
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const published = await request.post(`/api/v1/batches/${id}/publish`, { headers });
  expect(published.status(), await published.text()).toBe(200);
  // Enrollment replicates the batch shortly afterwards.
  const seats = async () => (await request.get(`/api/v1/seats/${id}`)).status();
  await expect.poll(seats, { timeout: 60_000 }).toBe(200);
  return id;
}

async function uploads(page: Page, batchId: string, file: string) {
  await page.goto(`/dashboard/trainings/batches/${batchId}/bulk-enroll`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\u{feff}${file}`),
  });
  await expect(page.getByRole('heading', { name: t('mapping') })).toBeVisible();
  await page.getByRole('combobox', { name: t('column.civil_number') }).click();
  await page.getByRole('option', { name: NUMBERS }).click();
  await page.getByRole('button', { name: t('check_rows') }).click();
}

async function reads(page: Page, grid: Locator) {
  await expect(grid.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  for (const { said } of FAULTS) await expect(grid.getByText(said).first()).toBeVisible();
  // If two people have the same address, both rows are shown.
  const count = FAULTS.length + MORE_ADDRESSES.length + 1;
  await expect(page.getByRole('button', { name: onlyProblems(count) })).toBeVisible();
  await expect(grid.locator('.MuiDataGrid-row')).toHaveCount(count);
}

const onlyProblems = (count: number) =>
  new RegExp(`${text(LOCALE, 'edit_grid.only_problems').source} \\(${count}\\)`);

async function fixRows(page: Page, grid: Locator, people: readonly Person[]) {
  const saved = page.getByRole('status').filter({ hasText: text(LOCALE, 'edit_grid.saved') });
  // One replacement corrects five addresses.
  await page.getByRole('button', { name: text(LOCALE, 'edit_grid.find') }).click();
  const bar = page.getByRole('search');
  await bar.getByRole('searchbox').fill('(at)');
  await expect(bar.getByText('5 صفوف')).toBeVisible();
  await bar.getByRole('textbox', { name: text(LOCALE, 'edit_grid.replace_by') }).fill('@');
  await bar.getByRole('button', { name: text(LOCALE, 'edit_grid.replace_all') }).click();
  await expect(page.getByRole('status').filter({ hasText: 'تغيّرت 5 خلايا' })).toBeVisible();
  await expect(saved).toBeVisible();
  await bar.getByRole('button', { name: text(LOCALE, 'common.close') }).click();
  const rows = grid.locator('.MuiDataGrid-row');
  const rest = page.getByRole('button', { name: /عرض الأخطاء المتبقية/ });
  await rest.click();
  await expect(rows).toHaveCount(FAULTS.length);

  // One cell is typed.
  const phone = people[placeOf(12)]?.phone ?? '';
  const short = page.getByText('12345', { exact: true });
  const cell = rows.filter({ has: short }).locator('[data-field=phone]');
  await cell.dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: onlyProblems(FAULTS.length - 1) })).toBeVisible();
  await rest.click();
  await expect(rows).toHaveCount(FAULTS.length - 1);

  // All others are pasted as a block from the correct data.
  const lines = await grid.locator('[data-field=line][role=gridcell]').allTextContents();
  const block = lines.map((line) => {
    // The headings are the first line of the file.
    const person = people[Number(line) - 2] as Person;
    return COLUMNS.map((column) => person[column]).join('\t');
  });
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), block.join('\n'));
  await rows.first().locator('[data-field=civil_number]').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText(t('all_valid'))).toBeVisible({ timeout: 60_000 });
  await expect(saved).toBeVisible();
}

async function confirms(page: Page) {
  await page.getByRole('button', { name: `متابعة تسجيل ${PEOPLE} شخص` }).click();
  await expect(page.getByRole('heading', { name: `تسجيل ${PEOPLE} شخص` })).toBeVisible();
  await page.getByRole('textbox', { name: t('purchase_order') }).fill('PO-300');
  await page.getByRole('button', { name: `تأكيد تسجيل ${PEOPLE} شخص` }).click();
}

async function pays(page: Page) {
  const pay = page.getByRole('link', { name: t('pay') });
  await expect(pay).toBeVisible({ timeout: 120_000 });
  await pay.click();
  await page.getByRole('button', { name: text(LOCALE, 'pay.pay') }).click();
  await payByCard(page, CARDS.good);
  await page.waitForURL(/\/payments\/paymob\/redirect/);
  await expect(page.getByText(text(LOCALE, 'payment_return.paid'))).toBeVisible();
  // Return to the paid file.
  await page.getByRole('link', { name: text(LOCALE, 'payment_return.continue') }).click();
  await expect(page.getByText(`تم تأكيد تسجيل ${PEOPLE} شخص`)).toBeVisible({ timeout: 120_000 });
}
