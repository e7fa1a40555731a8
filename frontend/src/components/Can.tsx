import type { ReactNode } from 'react';
import { useOpens } from '@/lib/access';
import type { RouteName } from '@/routes/paths';

/** Shows a button to those alone whom the page that it stands for, or leads to, is open to. */
export function Can({ route, children }: { route: RouteName; children: ReactNode }) {
  return useOpens()(route) ? children : null;
}
