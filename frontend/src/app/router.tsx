import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { subscribeSession } from '@/lib/session';
import { access } from '@/routes/access';
import { paths, type RouteName } from '@/routes/paths';
import type { Layout } from '@/routes/types';
import { guard, pageNotFound } from './guard';
import { PublicLayout } from './layouts/PublicLayout';
import { BootFallback, Root, RootError } from './Root';
import { screens } from './screens';

// Visitors arrive on public pages: their layout is in the first load, the others come on demand.
const layouts: Record<Layout, Pick<RouteObject, 'Component' | 'lazy'>> = {
  default: { Component: PublicLayout },
  training: { Component: PublicLayout },
  announcement: { Component: PublicLayout },
  'enroll-candidate': { lazy: layout(() => import('./layouts/EnrollLayout')) },
  empty: { lazy: layout(() => import('./layouts/EmptyLayout')) },
  candidate: { lazy: layout(() => import('./layouts/CandidateLayout')) },
  dashboard: { lazy: layout(() => import('./layouts/DashboardLayout')) },
  settings: { lazy: layout(() => import('./layouts/SettingsLayout')) },
};

function layout(load: () => Promise<{ default: ComponentType }>) {
  return async () => ({ Component: (await load()).default });
}

/** What pages and layouts can know of the matched route. */
export interface RouteHandle {
  name: RouteName;
}

// The home page brings the queries in by itself, below its first screen.
const withoutQueries: readonly RouteName[] = ['home'];

async function loadScreen(name: RouteName): Promise<{ Component: ComponentType }> {
  const load = screens[name] ?? (() => import('./NotBuiltPage'));
  if (withoutQueries.includes(name)) return { Component: (await load()).default };
  const [{ default: Screen }, { withQueries }] = await Promise.all([
    load(),
    import('@/components/Queries'),
  ]);
  return { Component: withQueries(Screen) };
}

function page(name: RouteName): RouteObject {
  return {
    id: name,
    path: paths[name],
    handle: { name } satisfies RouteHandle,
    middleware: [guard(access[name])],
    lazy: () => loadScreen(name),
  };
}

/** All routes: one branch per layout, and in it the pages that the access table gives it. */
export function appRoutes(): RouteObject[] {
  const names = Object.keys(paths) as RouteName[];
  const branches = (Object.keys(layouts) as Layout[]).map(
    (name): RouteObject => ({
      id: `${name}-layout`,
      ...layouts[name],
      children: names.filter((route) => access[route].layout === name).map(page),
    }),
  );
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: BootFallback,
      children: [...branches, { path: '*', loader: pageNotFound, Component: () => null }],
    },
  ];
}

/** The router of the app; it asks the guards again whenever the session changes. */
export function createAppRouter() {
  const router = createBrowserRouter(appRoutes());
  subscribeSession(() => void router.revalidate());
  return router;
}
