import { lazy, Suspense } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { ErrorScreen } from '@/components/ErrorScreen';
import { Unreachable } from '@/components/feedback/Unreachable';
import { faultOf } from '@/lib/fault';
import { isReloading } from '@/lib/reload';
import { useSession } from '@/lib/session';
import { paths } from '@/routes/paths';
import { PublicLayout } from './layouts/PublicLayout';
import { BootFallback } from './Root';

const DashboardLayout = lazy(() => import('./layouts/DashboardLayout'));

/** The error of a page, in the frame in which the page would have stood. */
export function PageFault() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const { profile } = useSession();
  if (isReloading()) return <BootFallback />;

  const isOffline = faultOf(error).kind === 'offline';
  const content = isOffline ? <Unreachable /> : <ErrorScreen error={error} framed />;
  const hasDesk = profile !== null && profile.type !== 'candidate';
  if (hasDesk && `${pathname}/`.startsWith(`${paths.dashboard}/`)) {
    return (
      <Suspense fallback={<BootFallback />}>
        <DashboardLayout>{content}</DashboardLayout>
      </Suspense>
    );
  }
  const isCandidate = profile?.type === 'candidate';
  if (isOffline || isCandidate) return <PublicLayout>{content}</PublicLayout>;
  return <ErrorScreen error={error} />;
}
