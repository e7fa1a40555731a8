import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation, useRouteError } from 'react-router';
import { OfflineLine } from '@/components/feedback/OfflineLine';
import { Unreachable } from '@/components/feedback/Unreachable';
import { LoadingScreen } from '@/components/LoadingScreen';
import { withMessages } from '@/i18n';
import { isOffline } from '@/lib/fault';
import { useLoadingIndicator } from '@/lib/loadingIndicator';
import { isReloading } from '@/lib/reload';
import { useSession } from '@/lib/session';
import { RouteFocus } from './RouteFocus';

/** Loaded on demand because few visitors need it; a failed import shows the same error. */
export const ErrorScreen = lazy(() =>
  import('@/components/ErrorScreen').catch(() => ({ default: Unreachable })),
);

// Visitors have no notifications, so they do not load this.
const NotificationStream = lazy(
  withMessages(() => import('./NotificationStream'), 'notifications'),
);

/** The root element around all layouts. */
export function Root() {
  const { state } = useNavigation();
  const { user } = useSession();
  const loading = useLoadingIndicator(state === 'loading');
  return (
    <>
      <LoadingScreen {...loading} />
      <RouteFocus />
      {user && (
        <Suspense>
          <NotificationStream />
        </Suspense>
      )}
      <Outlet />
      <ScrollRestoration />
      <OfflineLine />
    </>
  );
}

/** The fallback while the first page loads. */
export function BootFallback() {
  return <LoadingScreen visible phase="running" />;
}

/** The root error boundary, which shows every error of a page. */
export function RootError() {
  const error = useRouteError();
  if (isReloading()) return <BootFallback />;
  if (isOffline(error)) return <Unreachable />;
  return (
    <Suspense fallback={<BootFallback />}>
      <ErrorScreen error={error} />
    </Suspense>
  );
}
