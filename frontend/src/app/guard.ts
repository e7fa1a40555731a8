import { type LoaderFunctionArgs, type MiddlewareFunction, redirect } from 'react-router';
import { decide } from '@/lib/access';
import { PageError } from '@/lib/fault';
import { getSession, sessionReady } from '@/lib/session';
import type { RouteAccess } from '@/routes/types';

/**
 * Creates the middleware of a page: it admits the session, redirects, or throws to the error
 * screen. It runs before loaders, so the code of a refused page is not loaded.
 */
export function guard(access: RouteAccess): MiddlewareFunction {
  return async ({ request, url }) => {
    await sessionReady();
    const address = new URL(request.url);
    // A request has no hash, and sign-in must return to the same position of the page.
    address.hash = url.hash;
    const decision = decide(access, getSession(), address);
    if ('redirect' in decision) throw redirect(decision.redirect);
    if ('refuse' in decision) throw new PageError(403, `access.${decision.refuse}`);
  };
}

/** The loader of all unknown URLs. */
export function pageNotFound({ request }: LoaderFunctionArgs): never {
  throw new PageError(404, 'error.page_not_found', { path: new URL(request.url).pathname });
}
