import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation, useRouteError } from 'react-router';
import { ErrorScreen } from '@/components/ErrorScreen';
import { OfflineLine } from '@/components/feedback/OfflineLine';
import { LoadingScreen } from '@/components/LoadingScreen';
import { Opens } from '@/lib/access';
import { useLoadingIndicator } from '@/lib/loadingIndicator';
import { isReloading } from '@/lib/reload';
import { useSession } from '@/lib/session';
import { opens } from './opens';
import { RouteFocus } from './RouteFocus';

// Only for users: visitors do not load what they cannot hear of.
const Live = lazy(() => import('./Live'));

/** The frame of all layouts. */
export function Root() {
  const { state } = useNavigation();
  const { user } = useSession();
  const loading = useLoadingIndicator(state === 'loading');
  return (
    <Opens value={opens}>
      <LoadingScreen {...loading} />
      <RouteFocus />
      {user && (
        <Suspense>
          <Live />
        </Suspense>
      )}
      <Outlet />
      <ScrollRestoration />
      <OfflineLine />
    </Opens>
  );
}

/** The page before the first page. */
export function BootFallback() {
  return <LoadingScreen visible phase="running" />;
}

/** Where every error of a page ends. */
export function RootError() {
  const error = useRouteError();
  return isReloading() ? <BootFallback /> : <ErrorScreen error={error} />;
}
