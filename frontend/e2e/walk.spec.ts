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
 * Every address of the app, opened one after the other as a visitor, as an admin and, where an admin
 * may not go, as an organization, a trainer and a candidate: each shows its own page, or leads where
 * the access rule says. No page is an error, nothing is written to the console, no call fails, and nothing
 * moves away from under the reader. Nothing is stubbed.
 */

/** Records of these are not in the demo data: their pages say so. */
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
/** Steps that lead back to the first one, where nothing has been entered yet. */
const LATER_STEPS: readonly RouteName[] = ['forgotPasswordOtp', 'newPassword'];
const NOBODY = '0198c2f0-0000-7000-8000-000000000001';
const ERRORS = ['not_found', 'server', 'forbidden', 'other'] as const;
const names = Object.keys(paths) as RouteName[];

/** What is in the addresses of a route, unless it is of everybody's training. */
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

// Writing down all that happens on so many pages would take longer than they do.
test.use({ trace: 'off' });
test.describe.configure({ timeout: 300_000 });

const visitor: Walker = { username: null, locale: 'ar', session: { user: null, profile: null } };

test('every page opens for a visitor', ({ browser, request }) =>
  walks(browser, request, visitor, () => true));

test('every page opens for an admin', async ({ browser, request }) => {
  const admin = await walker(request, 'admin', 'en');
  await walks(browser, request, admin, () => true);
});

test('pages that are not for admins open for those for whom they are', async ({
  browser,
  request,
}) => {
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

/** For guests, and for those who have yet to verify. */
const isForOthers = (name: RouteName) => ['guest', 'unverified'].includes(access[name].who);

const opens = (name: RouteName, session: Session) => 'pass' in decision(name, session, {});

function decision(name: RouteName, session: Session, params: Params) {
  // A signed-in user is led back to where the query says, which is read in a browser.
  if (session.user && isForOthers(name)) return { redirect: paths.home };
  return decide(access[name], session, new URL(addressOf(name, params), 'http://itqan.test'));
}

/** A page below another one's is of the same record, unless something else is said of it. */
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

/** How much of what a page shows may move until it is whole, as browsers reckon it (CLS). */
const MOST_SHIFT = 0.02;

interface Shift {
  value: number;
  /** What moved, by its element and its class, and from where to where in pixels. */
  moved: string[];
}

/** What has moved in the page that is looked at since it was first drawn. */
declare const moves: Shift[];
/** Begins another page. */
declare function begin(): void;

/** Runs in the page: writes down what moves after the first frame of a page; that, the reader has asked for. */
function measureShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const moves: Shift[] = [];
  let drawn = Number.POSITIVE_INFINITY;
  // A task of the frame that shows the heading is drawn after it.
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

/** What moved too much on the page since it was begun. */
async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(
    () =>
      // What has moved is written down with the frame that shows it.
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(moves))),
      ),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum <= MOST_SHIFT) return [];
  return [`moves by ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`];
}

/** Notes what goes wrong on a page, by the route at which it happens. */
function watched(page: Page) {
  const problems: string[] = [];
  const open = new Set<Request>();
  let at = '';
  // React Router reports the error with which a page says that there is no record.
  const isMissing = () => WITHOUT_RECORD.some((name) => name === at);
  const notes = (what: string) => problems.push(`${at}: ${what.split('\n', 1)}`);
  page.on('pageerror', (error) => notes(error.message));
  page.on('console', (message) => {
    // What a call is answered with is noted below.
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
    // What one page left unanswered is noted there, and is not waited for on each page after it.
    open.clear();
  };
  return { problems, startsAt, unanswered: () => [...open].map((call) => call.url()) };
}

/** Goes to a page as a link would, and waits until it, or what the guard puts there, is shown. */
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

/** One heading, a title, and no error, unless there should be one. */
async function isWhole(page: Page, name: RouteName, { session, locale }: Walker, params: Params) {
  const isOwn = 'pass' in decision(name, session, params);
  const texts = ERRORS.map((kind) => text(locale, `error.${kind}.title`).source);
  const isMissing = WITHOUT_RECORD.includes(name);
  const expected = {
    headings: 1,
    isTitled: true,
    // Of a whole page, or where the record would stand.
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

/** Real ids for all routes: of the demo's plan, or the first of what is listed. */
async function paramsFrom(request: APIRequestContext): Promise<Params> {
  const tokens = new Map<string, string>();
  const first = async <Row = { id: string }>(username: string, list: string): Promise<Row> => {
    const token = tokens.get(username) ?? (await tokenOf(request, username)).access_token;
    tokens.set(username, token);
    const headers = { authorization: `Bearer ${token}` };
    let row: Row | undefined;
    // Of a system that has just been started some demo data is still on its way in events.
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
