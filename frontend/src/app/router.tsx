import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LoaderFunction,
  type Params,
  type RouteObject,
} from 'react-router';
import { withMessages } from '@/i18n';
import { loadPart } from '@/lib/fault';
import { subscribeSession } from '@/lib/session';
import { access, isForUsers } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import type { Layout, RouteHandle } from '@/routes/types';
import { guard, pageNotFound } from './guard';
import { PublicLayout } from './layouts/PublicLayout';
import { PageFault } from './PageFault';
import { BootFallback, Root, RootError } from './Root';
import { visitorScreens } from './visitorScreens';

function layout(load: () => Promise<{ default: ComponentType }>) {
  return async () => ({ Component: (await loadPart(load)).default });
}

// The home page asks without queries (lib/resource), so visitors do not wait for their code.
const withoutQueries: readonly RouteName[] = ['home'];

/** Loads the screens for a page's audience. */
const loadScreens = async (name: RouteName) =>
  isForUsers(access[name]) ? (await import('./screens')).screens : visitorScreens;

async function loadScreen(name: RouteName): Promise<LoadedScreen> {
  const load = (await loadScreens(name))[name];
  if (!load) throw new Error(`no screen of ${name}`);
  if (withoutQueries.includes(name)) return { Component: (await load()).default };
  const [{ default: Screen, begin }, { withQueryProvider }] = await Promise.all([
    load(),
    import('@/components/QueryProvider'),
  ]);
  return { Component: withQueryProvider(Screen), ...(begin && { loader: beforePoster(begin) }) };
}

interface LoadedScreen {
  Component: ComponentType;
  loader?: LoaderFunction;
}

const LONGEST_POSTER_MS = 3000;
let isBegun = false;

/**
 * Keeps the poster until the first page has its data, or for a limited time; other pages show that
 * they load.
 */
const beforePoster =
  (begin: (params: Params) => Promise<unknown>): LoaderFunction =>
  async ({ params }) => {
    const isPostered = !isBegun && !document.querySelector('#root > .boot');
    const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_POSTER_MS));
    if (isPostered) await Promise.race([begin(params), patience]);
    return null;
  };

function page(name: RouteName): RouteObject {
  return {
    id: name,
    path: paths[name],
    handle: { name } satisfies RouteHandle,
    middleware: [guard(access[name])],
    lazy: () => loadPart(() => loadScreen(name)),
  };
}

/** The pages that the access table gives to these layouts. */
const buildPageRoutes = (...layouts: Layout[]) =>
  (Object.keys(paths) as RouteName[])
    .filter((name) => layouts.includes(access[name].layout))
    .map(page);

// Visitors arrive on public pages: their layout is in the first load, the others come on demand.
const publicBranch = (): RouteObject => ({
  id: 'public-layout',
  Component: PublicLayout,
  children: [
    ...buildPageRoutes('default', 'training', 'announcement'),
    {
      id: 'candidate-layout',
      lazy: layout(withMessages(() => import('./layouts/CandidateLayout'))),
      children: buildPageRoutes('candidate'),
    },
    {
      id: 'enroll-layout',
      handle: { plain: true } satisfies RouteHandle,
      lazy: layout(withMessages(() => import('./layouts/EnrollLayout'))),
      children: buildPageRoutes('enroll-candidate'),
    },
  ],
});

const dashboardBranch = (): RouteObject => ({
  id: 'dashboard-layout',
  lazy: layout(withMessages(() => import('./layouts/DashboardLayout'), 'find', 'organization')),
  children: [
    ...buildPageRoutes('dashboard'),
    {
      id: 'settings-layout',
      lazy: layout(withMessages(() => import('./layouts/SettingsLayout'))),
      children: buildPageRoutes('settings'),
    },
  ],
});

/**
 * Builds all routes. Layouts are nested, so they stay mounted during navigation; the access table
 * places the pages in them.
 */
export function appRoutes(): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: BootFallback,
      children: [
        {
          id: 'pages',
          ErrorBoundary: PageFault,
          children: [
            publicBranch(),
            dashboardBranch(),
            {
              id: 'empty-layout',
              lazy: layout(withMessages(() => import('./layouts/EmptyLayout'), 'auth_panel')),
              children: buildPageRoutes('empty'),
            },
            { path: '*', loader: pageNotFound, Component: () => null },
          ],
        },
      ],
    },
  ];
}

/** Creates the router; it runs the guards again when the session changes. */
export function createAppRouter() {
  const router = createBrowserRouter(appRoutes());
  subscribeSession(() => void router.revalidate());
  return router;
}

/** Resolves when the first page's code is loaded; until then the HTML of the server stays. */
export function waitUntilReady(router: ReturnType<typeof createAppRouter>): Promise<void> {
  return new Promise((resolve) => {
    const end = router.subscribe(({ initialized }) => finish(initialized));
    function finish(initialized: boolean) {
      if (!initialized) return;
      end();
      isBegun = true;
      resolve();
    }
    finish(router.state.initialized);
  });
}
