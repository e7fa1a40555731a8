import {
  type APIRequestContext,
  type Browser,
  expect,
  type Page,
  type Request,
  test,
} from '@playwright/test';
import { decide } from '../src/lib/access/decide';
import type { Session, User } from '../src/lib/session';
import { access } from '../src/routes/access';
import { paths, type RouteName } from '../src/routes/paths';
import { demoId, type Locale, PASSWORD, signIn, text } from './world';

/*
 * Opens every path of the app as a visitor and as an admin; pages closed to admins as an organization, a trainer and a
 * candidate. Each shows its page, or redirects by its access rule. No page is an error, writes to the console or has
 * a failed request, and layout shifts are limited. Nothing is stubbed.
 */

/** Pages of records that the demo data lacks: they show "not found". */
const WITHOUT_RECORD: readonly RouteName[] = [
  'auditEntry',
  'erasure',
  'webhook',
  'webhookDeliveries',
  'webhookDelivery',
  'accountChange',
  'invitation',
  'applicationView',
];
/** Later steps, which redirect to the first one while nothing is entered. */
const LATER_STEPS: readonly RouteName[] = ['forgotPasswordOtp', 'newPassword'];
const NOBODY = '0198c2f0-0000-7000-8000-000000000001';
const ERRORS = ['not_found', 'server', 'forbidden', 'other'] as const;
const names = Object.keys(paths) as RouteName[];

/** Path parameters by route; a route also uses those of the routes above it. */
type Params = Partial<Record<RouteName, Record<string, string>>>;

interface Walker {
  username: string | null;
  locale: Locale;
  session: Session;
}

interface SignedIn {
  access_token: string;
  user: User;
}

interface Enrollment {
  batch: { id: string; training_id: string };
}

// Tracing every page takes longer than the test.
test.use({ trace: 'off' });
test.describe.configure({ timeout: 300_000 });

const visitor: Walker = { username: null, locale: 'ar', session: { user: null, profile: null } };

test('every page opens for a visitor', ({ browser, request }) =>
  walks(browser, request, visitor, () => true));

test('every page opens for an admin', async ({ browser, request }) => {
  const admin = await walker(request, 'admin', 'en');
  await walks(browser, request, admin, () => true);
});

test('every page that is closed to admins opens for its users', async ({ browser, request }) => {
  const { session } = await walker(request, 'admin', 'en');
  const left = new Set(names.filter((name) => !opens(name, session)));
  for (const [username, locale] of [
    ['gla', 'ar'],
    ['trainer', 'en'],
    ['noura', 'ar'],
  ] as const) {
    const other = await walker(request, username, locale);
    const own = names.filter((name) => left.has(name) && opens(name, other.session));
    await walks(browser, request, other, (name) => own.includes(name));
    for (const name of own) left.delete(name);
  }
  expect([...left].filter((name) => !isForOthers(name))).toEqual([]);
});

async function walker(
  request: APIRequestContext,
  username: string,
  locale: Locale,
): Promise<Walker> {
  const { user } = await tokenOf(request, username);
  return { username, locale, session: { user, profile: user.profiles[0] ?? null } };
}

async function tokenOf(request: APIRequestContext, username: string): Promise<SignedIn> {
  const data = { username, password: PASSWORD };
  return (await request.post('/api/v1/auth/login', { data })).json();
}

/** Tells whether a page is only for guests or unverified users. */
const isForOthers = (name: RouteName) => ['guest', 'unverified'].includes(access[name].who);

const opens = (name: RouteName, session: Session) => 'pass' in decision(name, session, {});

function decision(name: RouteName, session: Session, params: Params) {
  // Signed-in users are redirected to the page in the query, which only a browser reads; without one, home.
  if (session.user && isForOthers(name)) return { redirect: paths.home };
  return decide(access[name], session, new URL(addressOf(name, params), 'http://itqan.test'));
}

/** Builds a path. A page below another one has its parameters, unless it has its own. */
function addressOf(name: RouteName, params: Params): string {
  const above = names.filter((other) => paths[name].startsWith(`${paths[other]}/`));
  const values: Record<string, string> = Object.assign(
    {},
    ...[...above, name].map((of) => params[of]),
  );
  return paths[name].replace(/:(\w+)/g, (_, key) => values[key] ?? NOBODY);
}

async function walks(
  browser: Browser,
  request: APIRequestContext,
  who: Walker,
  chosen: (name: RouteName) => boolean,
) {
  known ??= paramsFrom(request);
  const params = await known;
  const context = await browser.newContext({ locale: who.locale });
  const page = await context.newPage();
  await page.addInitScript(measureShifts);
  if (who.username) await signIn(page, who.locale, who.username);
  else await page.goto('/');
  const { problems, unanswered, startsAt } = watched(page);
  for (const name of names.filter(chosen)) {
    startsAt(name);
    try {
      await opensIn(page, name, who, params);
      await expect.poll(unanswered, { intervals: [20, 50], timeout: 20_000 }).toEqual([]);
      await isWhole(page, name, who, params);
      problems.push(...(await shiftsOf(page)).map((shift) => `${name}: ${shift}`));
    } catch (error) {
      problems.push(`${name}: ${String(error).split('\n', 12).join(' ')}`);
    }
  }
  expect(problems).toEqual([]);
  await context.close();
}

/** The highest cumulative layout shift (CLS) of a page. */
const MOST_SHIFT = 0.02;

interface Shift {
  value: number;
  /** Elements that moved: tag, class, and positions before and after in pixels. */
  moved: string[];
}

/** Layout shifts of the current page since its first paint. */
declare const moves: Shift[];
/** Starts the measurement of the next page. */
declare function begin(): void;

/** Runs in the page: records layout shifts after the first frame, which the navigation itself causes. */
function measureShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const moves: Shift[] = [];
  let drawn = Number.POSITIVE_INFINITY;
  // This task runs after the frame with the heading is painted.
  const look = () => {
    if (!document.querySelector('h1:not([data-left])')) requestAnimationFrame(look);
    else
      setTimeout(() => {
        drawn = performance.now();
      });
  };
  const begin = () => {
    moves.length = 0;
    drawn = Number.POSITIVE_INFINITY;
    requestAnimationFrame(look);
  };
  Object.assign(window, { moves, begin });
  const named = (node: Node | null) =>
    node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? '');
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries() as LayoutShift[]) {
      if (startTime < drawn) continue;
      const moved = sources.map(
        ({ node, previousRect: { x, y }, currentRect: to }) =>
          `${named(node)} ${x},${y} > ${to.x},${to.y}`,
      );
      moves.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Returns the layout shifts of the page if they exceed the limit. */
async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(
    () =>
      // A shift is reported with the frame that shows it.
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(moves))),
      ),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum <= MOST_SHIFT) return [];
  return [`moves by ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`];
}

/** Records problems of a page by route. */
function watched(page: Page) {
  const problems: string[] = [];
  const open = new Set<Request>();
  let at = '';
  // React Router logs the "not found" error of a page without a record.
  const isMissing = () => WITHOUT_RECORD.some((name) => name === at);
  const notes = (what: string) => problems.push(`${at}: ${what.split('\n', 1)}`);
  page.on('pageerror', (error) => notes(error.message));
  page.on('console', (message) => {
    // Failed requests are recorded below.
    const isNews = !message.text().startsWith('Failed to load resource') && !isMissing();
    if (message.type() === 'error' && isNews) notes(message.text());
  });
  page.on('request', (call) => {
    if (!call.url().endsWith('/stream')) open.add(call);
  });
  page.on('requestfinished', (call) => open.delete(call));
  page.on('requestfailed', (call) => {
    open.delete(call);
    if (call.url().includes('/assets/')) notes(`${call.url()} did not load`);
  });
  page.on('response', (answer) => {
    const isFailed = answer.status() >= (isMissing() ? 500 : 400);
    if (isFailed) notes(`${answer.status()} of ${answer.url()}`);
  });
  const startsAt = (name: RouteName) => {
    at = name;
    // Requests that the previous page left open were recorded there.
    open.clear();
  };
  return { problems, startsAt, unanswered: () => [...open].map((call) => call.url()) };
}

/** Navigates like a link, and waits for the page or the guard's redirect or refusal. */
async function opensIn(page: Page, name: RouteName, { session, locale }: Walker, params: Params) {
  const address = addressOf(name, params);
  const decided = decision(name, session, params);
  await page.evaluate((to) => {
    document.querySelector('h1')?.toggleAttribute('data-left', location.pathname !== to);
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
    begin();
    history.pushState({ idx, key: to }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
  if ('redirect' in decided) {
    await page.waitForURL((url) => url.pathname !== address);
    await expect(page.locator('h1')).toBeVisible();
  } else if ('refuse' in decided) {
    await expect(page.locator('h1')).toHaveText(text(locale, 'error.forbidden.title'));
  } else {
    await expect(page.locator('h1:not([data-left])')).toBeVisible();
    const isShown = new URL(page.url()).pathname === address;
    expect(isShown, page.url()).toBe(!LATER_STEPS.includes(name));
  }
}

/** Expects one heading, a title, and no error unless the record is missing. */
async function isWhole(page: Page, name: RouteName, { session, locale }: Walker, params: Params) {
  const isOwn = 'pass' in decision(name, session, params);
  const texts = ERRORS.map((kind) => text(locale, `error.${kind}.title`).source);
  const isMissing = WITHOUT_RECORD.includes(name);
  const expected = {
    headings: 1,
    isTitled: true,
    // As a whole page, or in place of the record.
    isError: isOwn && isMissing,
  };
  const shown = async () => {
    const { heading, alerts, ...rest } = await page.evaluate(() => ({
      headings: document.querySelectorAll('h1').length,
      heading: document.querySelector('h1')?.textContent ?? '',
      isTitled: document.title.trim() !== '',
      alerts: document.querySelectorAll('main .MuiAlert-colorError').length,
    }));
    return { ...rest, isError: isOwn && (alerts > 0 || texts.includes(heading)) };
  };
  await expect.poll(shown, { intervals: [50], timeout: 10_000 }).toEqual(expected);
}

let known: Promise<Params> | undefined;

/** Returns IDs for all routes, from the demo data or the first row of a list. */
async function paramsFrom(request: APIRequestContext): Promise<Params> {
  const tokens = new Map<string, string>();
  const first = async <Row = { id: string }>(username: string, list: string): Promise<Row> => {
    const token = tokens.get(username) ?? (await tokenOf(request, username)).access_token;
    tokens.set(username, token);
    const headers = { authorization: `Bearer ${token}` };
    let row: Row | undefined;
    // In a system that was just started, events may still bring demo data.
    const found = async () => {
      const answer = await request.get(`/api/v1/${list}`, { headers });
      row = ((await answer.json()) as { data?: Row[] }).data?.[0];
      return `${list} gives ${username} ${row ? 'a row' : `nothing: ${answer.status()}`}`;
    };
    await expect.poll(found, { timeout: 30_000 }).toBe(`${list} gives ${username} a row`);
    return row as Row;
  };
  const shared = async () => {
    const { id } = await first('noura', 'certificates/mine');
    const data = { certificate_ids: [id], days: 1 };
    const headers = { authorization: `Bearer ${tokens.get('noura')}` };
    return (await request.post('/api/v1/learners/mine/links', { data, headers })).json();
  };
  const idOf = async (username: string, list: string) => {
    const { id } = await first(username, list);
    return { id };
  };
  const [training, batch] = [demoId('training', 'WHS-101'), demoId('batch', 'journey')];
  const managed = { id: training, uuid: batch };
  const organization = { id: demoId('organization', 'gla') };
  const level = await idOf('admin', 'approval-levels');
  const certificate = await first<{ id: string; number: string }>('admin', 'certificates');
  const { batch: mine } = await first<Enrollment>('noura', 'enrollments/mine');
  return {
    training: { id: training },
    provider: organization,
    batch: { id: training, batchId: batch },
    publicCertificate: { number: certificate.number },
    sharedCertificates: { token: (await shared()).token },
    announcement: await idOf('admin', 'announcements'),
    announcementEdit: await idOf('admin', 'announcements/managed'),
    myPayment: await idOf('noura', 'charges'),
    myTraining: { id: mine.training_id, batchId: mine.id },
    myBatch: await idOf('trainer', 'batches/mine'),
    staffEdit: { id: demoId('profile', 'gla.staff') },
    candidateEdit: { id: demoId('profile', 'sara') },
    trainingEdit: { id: training },
    trainingBatch: managed,
    manageBatch: managed,
    certificate: { id: certificate.id },
    payment: await idOf('admin', 'payments'),
    paymentAccount: { id: demoId('account', 'gla') },
    paymentAccountEntries: { id: demoId('account', 'gla') },
    enrollment: await idOf('admin', 'enrollments'),
    appeal: await idOf('gla', 'appeals'),
    enrollmentRequest: await idOf('gla', 'enrollments/requests'),
    pendingPayment: await idOf('admin', 'enrollments?status=pending_payment'),
    organization,
    userEdit: { id: demoId('user', 'sara') },
    numberCase: await idOf('admin', 'users/number-cases'),
    query: await idOf('admin', 'queries'),
    groupMessageView: await idOf('gla', 'notifications/group-messages'),
    role: await idOf('admin', 'roles'),
    settingsNotice: { kind: 'charge_paid' },
    settingsPage: { slug: (await first<{ slug: string }>('admin', 'pages')).slug },
    approval: await idOf('admin', 'approvals'),
    approvalLevel: level,
    approversEdit: level,
    mainCategoryEdit: await idOf('admin', 'categories?parent_categories=true'),
    subcategoryEdit: await idOf('admin', 'categories?subcategories=true'),
  };
}
