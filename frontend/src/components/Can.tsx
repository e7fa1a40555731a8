import type { ReactNode } from 'react';
import { useOpens } from '@/lib/access';
import type { RouteName } from '@/routes/paths';

/** Renders its children only for users who may open the page of their action. */
export function Can({ route, children }: { route: RouteName; children: ReactNode }) {
  return useOpens()(route) ? children : null;
}
