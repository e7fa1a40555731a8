import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { writeCookie } from '@/lib/cookies';
import { aProfile, aToken, aUser } from '@/test/factories';
import {
  chooseProfile,
  endSession,
  getSession,
  refetchUser,
  reloadUser,
  sessionFetch,
  startSession,
} from '.';
import { clearToken, readProfileId, readToken, writeProfileId, writeToken } from './token';

const REFRESH = '/api/v1/auth/refresh';

type Answer = (request: Request) => Response | Promise<Response>;

/** Responds by path; counts refresh calls separately. */
function serve(answers: Record<string, Answer>) {
  const calls: Request[] = [];
  const fetchMock = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request
        ? input
        : new Request(new URL(String(input), window.location.origin), init);
    calls.push(request);
    const answer = answers[new URL(request.url).pathname];
    if (!answer) throw new TypeError('unreachable');
    return answer(request);
  });
  vi.stubGlobal('fetch', fetchMock);
  return {
    calls,
    countOf: (path: string) => calls.filter(({ url }) => new URL(url).pathname === path).length,
  };
}

const ok = (body: unknown) => Response.json(body);
const refuse = (status: number, code: string) =>
  Response.json({ status, code, detail: code }, { status });

describe('a call', () => {
  it('carries the bearer token, the chosen profile and credentials', async () => {
    writeToken(aToken(600));
    writeProfileId('p-1');
    const { calls } = serve({ '/api/v1/things': () => ok([]) });

    await sessionFetch('/api/v1/things');

    expect(calls[0]?.headers.get('authorization')).toBe(`Bearer ${readToken()}`);
    expect(calls[0]?.headers.get('x-profile')).toBe('p-1');
    expect(calls[0]?.credentials).toBe('include');
  });

  it.each([
    ['no answer comes', () => Promise.reject(new TypeError('lost'))],
    ['the service is away', () => refuse(503, 'service.unavailable')],
    ['the first one is under way', () => refuse(409, 'request.in_progress')],
  ])('that writes is repeated with its key up to three times when %s', async (_, failure) => {
    const answers: Answer[] = [failure, failure, failure, () => ok({ done: true })];
    const { calls } = serve({ '/api/v1/things': (request) => answers.shift()?.(request) ?? ok(0) });
    const options = { method: 'POST', body: '{"a":1}' };

    const response = await sessionFetch('/api/v1/things', options);

    expect(await response.json()).toEqual({ done: true });
    expect(calls).toHaveLength(4);
    const keys = new Set(calls.map(({ headers }) => headers.get('idempotency-key')));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await Promise.all(calls.map((call) => call.text()))).toEqual(Array(4).fill('{"a":1}'));
    await sessionFetch('/api/v1/things', options);
    expect(keys.has(calls[4]?.headers.get('idempotency-key') ?? null)).toBe(false);
  });

  it('that writes is repeated although it may outlive the page', async () => {
    const answers: Answer[] = [() => Promise.reject(new TypeError('lost'))];
    const { countOf } = serve({
      '/api/v1/things': (request) => answers.shift()?.(request) ?? ok(0),
    });
    await sessionFetch('/api/v1/things', { method: 'POST', keepalive: true });
    expect(countOf('/api/v1/things')).toBe(2);
  });
  it('that writes is repeated when the answer to a refresh is lost', async () => {
    writeToken(aToken(-60));
    const answers: Answer[] = [() => Promise.reject(new TypeError('lost'))];
    const { countOf } = serve({
      [REFRESH]: (request) =>
        answers.shift()?.(request) ?? ok({ access_token: aToken(600), user: aUser() }),
      '/api/v1/things': () => ok(0),
    });
    await sessionFetch('/api/v1/things', { method: 'POST' });
    expect([countOf(REFRESH), countOf('/api/v1/things')]).toEqual([2, 1]);
  });
  it('that writes fails after the fourth try, and a refusal is not repeated', async () => {
    const { countOf } = serve({
      '/api/v1/lost': () => refuse(503, 'service.unavailable'),
      '/api/v1/refused': () => refuse(409, 'resource.conflict'),
      '/api/v1/read': () => refuse(503, 'service.unavailable'),
    });
    for (const path of ['/api/v1/lost', '/api/v1/refused'])
      await expect(sessionFetch(path, { method: 'POST' })).rejects.toThrow(ApiProblem);
    await expect(sessionFetch('/api/v1/read')).rejects.toThrow(ApiProblem);
    expect(['/api/v1/lost', '/api/v1/refused', '/api/v1/read'].map(countOf)).toEqual([4, 1, 1]);
  });

  it('begins a trace of its own where the page says that traces are kept, and decides about none', async () => {
    const { calls } = serve({ '/api/v1/things': () => ok([]) });
    await sessionFetch('/api/v1/things');
    expect(calls[0]?.headers.has('traceparent')).toBe(false);

    document.documentElement.setAttribute('data-traced', '');
    try {
      await sessionFetch('/api/v1/things');
      await sessionFetch('/api/v1/things');
    } finally {
      document.documentElement.removeAttribute('data-traced');
    }

    const begun = calls.slice(1).map(({ headers }) => headers.get('traceparent'));
    for (const each of begun) expect(each).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(new Set(begun).size).toBe(2);
  });

  it('of a visitor carries neither', async () => {
    const { calls } = serve({ '/api/v1/things': () => ok([]) });
    await sessionFetch('/api/v1/things');
    expect(calls[0]?.headers.has('authorization')).toBe(false);
    expect(calls[0]?.headers.has('x-profile')).toBe(false);
  });

  it('throws the problem of a refusal with its fields', async () => {
    serve({
      '/api/v1/things': () =>
        Response.json(
          { code: 'request.invalid', fields: [{ field: 'a', code: 'field.taken', message: 'x' }] },
          { status: 422 },
        ),
    });
    await expect(sessionFetch('/api/v1/things')).rejects.toMatchObject({
      status: 422,
      code: 'request.invalid',
      fields: [{ field: 'a' }],
    });
  });

  it('throws a problem of status 0 when no answer comes', async () => {
    serve({});
    await expect(sessionFetch('/api/v1/things')).rejects.toMatchObject({
      status: 0,
      code: 'network.unreachable',
    });
  });
});

describe('silent refresh', () => {
  it('happens before the token expires', async () => {
    writeToken(aToken(5));
    const fresh = aToken(600, 'fresh');
    const { calls } = serve({
      [REFRESH]: () => ok({ access_token: fresh, user: aUser() }),
      '/api/v1/things': () => ok([]),
    });

    await sessionFetch('/api/v1/things');

    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([REFRESH, '/api/v1/things']);
    expect(calls[1]?.headers.get('authorization')).toBe(`Bearer ${fresh}`);
    expect(readToken()).toBe(fresh);
  });

  it('is shared by calls at the same time', async () => {
    writeToken(aToken(-1));
    const { countOf } = serve({
      [REFRESH]: () => ok({ access_token: aToken(600), user: aUser() }),
      '/api/v1/things': () => ok([]),
    });

    await Promise.all(Array.from({ length: 8 }, () => sessionFetch('/api/v1/things')));

    expect(countOf(REFRESH)).toBe(1);
    expect(countOf('/api/v1/things')).toBe(8);
  });

  it('happens after a 401, and the call is repeated with its body', async () => {
    writeToken(aToken(600, 'stale'));
    const fresh = aToken(600, 'fresh');
    const bodies: string[] = [];
    const { countOf } = serve({
      [REFRESH]: () => ok({ access_token: fresh, user: aUser() }),
      '/api/v1/things': async (request) => {
        bodies.push(await request.text());
        return request.headers.get('authorization') === `Bearer ${fresh}`
          ? ok([])
          : refuse(401, 'token.stale');
      },
    });

    await sessionFetch('/api/v1/things', { method: 'POST', body: 'hello' });

    expect(bodies).toEqual(['hello', 'hello']);
    expect(countOf(REFRESH)).toBe(1);
  });

  it('happens once only: a second 401 is thrown', async () => {
    writeToken(aToken(600));
    const { countOf } = serve({
      [REFRESH]: () => ok({ access_token: aToken(600, 'fresh'), user: aUser() }),
      '/api/v1/things': () => refuse(401, 'token.stale'),
    });

    await expect(sessionFetch('/api/v1/things')).rejects.toMatchObject({
      code: 'token.stale',
    });
    expect(countOf(REFRESH)).toBe(1);
  });

  it('takes the token that another tab has got meanwhile', async () => {
    writeToken(aToken(600, 'stale'));
    const other = aToken(600, 'other tab');
    const { countOf } = serve({
      '/api/v1/things': (request) => {
        if (request.headers.get('authorization') === `Bearer ${other}`) return ok([]);
        writeToken(other);
        return refuse(401, 'token.stale');
      },
    });

    await sessionFetch('/api/v1/things');

    expect(countOf(REFRESH)).toBe(0);
  });

  it('that is refused ends the session', async () => {
    startSession({ access_token: aToken(600), user: aUser() });
    serve({
      [REFRESH]: () => refuse(401, 'session.ended'),
      '/api/v1/things': () => refuse(401, 'token.invalid'),
    });

    await expect(sessionFetch('/api/v1/things')).rejects.toBeInstanceOf(ApiProblem);

    expect(getSession().user).toBeNull();
    expect(readToken()).toBeNull();
  });

  it('without a token left, as after signing out elsewhere, ends the session', async () => {
    startSession({ access_token: aToken(600), user: aUser() });
    clearToken();
    serve({ '/api/v1/things': () => refuse(401, 'sign_in.required') });

    await expect(sessionFetch('/api/v1/things')).rejects.toBeInstanceOf(ApiProblem);

    expect(getSession().user).toBeNull();
  });

  it('that fails for another reason keeps the session', async () => {
    startSession({ access_token: aToken(600), user: aUser() });
    serve({
      [REFRESH]: () => refuse(503, 'service.unavailable'),
      '/api/v1/things': () => refuse(401, 'token.stale'),
    });

    await expect(sessionFetch('/api/v1/things')).rejects.toMatchObject({ status: 503 });

    expect(getSession().user).not.toBeNull();
  });
});

/** A response body that breaks off. */
const cutOff = () =>
  new ReadableStream({ start: (controller) => controller.error(new TypeError('cut off')) });

describe('the current user', () => {
  const path = '/api/v1/auth/authenticated';

  it('is fetched with the token', async () => {
    writeToken(aToken(600));
    serve({ [path]: () => ok(aUser({ profiles: [aProfile('candidate')] })) });
    await reloadUser();
    expect(getSession()).toMatchObject({
      user: { username: 'sara' },
      profile: { type: 'candidate' },
    });
  });

  it('that cannot be fetched clears the token', async () => {
    writeToken(aToken(600));
    serve({ [path]: () => refuse(500, 'service.failed') });
    await reloadUser();
    expect(readToken()).toBeNull();
    expect(getSession().user).toBeNull();
  });

  it('stays who this tab knows as long as there is no answer, and is asked for with the network', async () => {
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('trainer')] }) });
    serve({});
    await reloadUser();
    expect(readToken()).not.toBeNull();
    expect(getSession().profile?.type).toBe('trainer');

    // The server responds but cannot renew the token, so the session continues.
    serve({ [path]: () => refuse(401, 'sign_in.required') });
    await reloadUser();
    expect(readToken()).not.toBeNull();

    serve({
      [path]: () => refuse(401, 'sign_in.required'),
      [REFRESH]: () => refuse(401, 'auth.session_ended'),
    });
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(getSession().user).toBeNull());
    expect(readToken()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it.each<Parameters<typeof serve>[0]>([{}, { [path]: () => refuse(503, 'service.unavailable') }])(
    'is nobody on a tab that knows none, and is asked for again until there is an answer',
    async (answers) => {
      writeToken(aToken(600));
      serve(answers);
      await reloadUser();
      expect(getSession().user).toBeNull();
      expect(readToken()).not.toBeNull();

      serve({ [path]: () => ok(aUser()) });
      await vi.waitFor(() => expect(getSession().user).not.toBeNull(), 10_000);
    },
  );

  it.each([
    ['before it is answered', () => Promise.reject(new TypeError('cut off'))],
    ['in the middle of the answer', () => new Response(cutOff())],
  ])('whose call is cut off %s because the page is left keeps the token', async (_, answer) => {
    writeToken(aToken(600));
    serve({
      [path]: () => {
        // The page receives the event afterwards.
        setTimeout(() => window.dispatchEvent(new Event('pagehide')), 20);
        return answer();
      },
    });
    await reloadUser();
    expect(readToken()).not.toBeNull();

    window.dispatchEvent(new Event('pageshow'));
    serve({ [path]: () => refuse(500, 'service.failed') });
    await reloadUser();
    expect(readToken()).toBeNull();
  });

  it.each([429, 502, 503, 504])('stays where a busy server answers %i', async (status) => {
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('trainer')] }) });
    serve({ [path]: () => refuse(status, 'busy') });
    await reloadUser();
    expect(readToken()).not.toBeNull();
    expect(getSession().profile?.type).toBe('trainer');
  });

  it('that cannot be fetched while something is waited for stays', async () => {
    startSession({ access_token: aToken(600), user: aUser() });
    serve({ [path]: () => refuse(502, 'service.failed') });
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await refetchUser();
    expect(readToken()).not.toBeNull();
    expect(getSession().user).not.toBeNull();
  });

  it('falls back to the first profile when the chosen one has been taken away', async () => {
    writeToken(aToken(600));
    writeProfileId('gone');
    serve({
      [path]: (request) =>
        request.headers.has('x-profile')
          ? refuse(403, 'profile.not_held')
          : ok(aUser({ profiles: [aProfile('staff')] })),
    });
    await reloadUser();
    expect(getSession().profile?.type).toBe('staff');
    expect(readProfileId()).toBe('staff-profile');
  });

  it('keeps its profile while another tab chooses one, which new tabs begin with', async () => {
    const profiles = [aProfile('admin'), aProfile('candidate')];
    const user = aUser({ profiles });
    startSession({ access_token: aToken(600), user });
    const { calls } = serve({ [path]: () => ok(user), '/api/v1/things': () => ok([]) });

    // Tabs share cookies but not session storage.
    writeCookie('profile', 'candidate-profile');
    new BroadcastChannel('itqan-session').postMessage('changed');
    await reloadUser();
    await sessionFetch('/api/v1/things');
    expect(getSession().profile?.type).toBe('admin');
    expect(calls.at(-1)?.headers.get('x-profile')).toBe('admin-profile');

    sessionStorage.clear();
    await reloadUser();
    expect(getSession().profile?.type).toBe('candidate');
  });

  it('has the first profile active until another is chosen', () => {
    const profiles = [aProfile('admin'), aProfile('candidate')];
    startSession({ access_token: aToken(600), user: aUser({ profiles }) });
    expect(getSession().profile?.type).toBe('admin');
    chooseProfile('candidate-profile');
    expect(getSession().profile?.type).toBe('candidate');
    expect(readProfileId()).toBe('candidate-profile');
  });
});

describe('signing out', () => {
  it('clears token and profile, even when the server fails', async () => {
    startSession({ access_token: aToken(600), user: aUser({ profiles: [aProfile('admin')] }) });
    chooseProfile('admin-profile');
    serve({ '/api/v1/auth/logout': () => refuse(500, 'service.failed') });
    vi.spyOn(console, 'error').mockImplementation(() => {});

    await endSession();

    expect(readToken()).toBeNull();
    expect(readProfileId()).toBeNull();
    expect(getSession()).toEqual({ user: null, profile: null });
  });
});
