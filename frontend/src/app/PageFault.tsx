import { lazy, Suspense } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { Unreachable } from '@/components/feedback/Unreachable';
import { withMessages } from '@/i18n';
import { isOffline } from '@/lib/fault';
import { isReloading } from '@/lib/reload';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { PublicLayout } from './layouts/PublicLayout';
import { BootFallback, ErrorScreen } from './Root';

const DashboardLayout = lazy(
  withMessages(() => import('./layouts/DashboardLayout'), 'find', 'organization'),
);

/** Shows a page's error in that page's layout. */
export function PageFault() {
  const error = useRouteError();
  return isReloading() ? (
    <BootFallback />
  ) : (
    <Suspense fallback={<BootFallback />}>
      <FramedFault error={error} />
    </Suspense>
  );
}

function FramedFault({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const { profile } = useSession();
  const offline = isOffline(error);
  const content = offline ? <Unreachable /> : <ErrorScreen error={error} framed />;
  const isCandidate = profile?.type === 'candidate';
  const inDashboard = `${pathname}/`.startsWith(`${paths.dashboard}/`);
  if (profile && !isCandidate && inDashboard) return <DashboardLayout>{content}</DashboardLayout>;
  if (offline || isCandidate) return <PublicLayout>{content}</PublicLayout>;
  return <ErrorScreen error={error} />;
}
