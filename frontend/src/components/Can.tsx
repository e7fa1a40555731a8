import type { ReactNode } from 'react';
import { holdsPermission } from '@/lib/access';
import { useSession } from '@/lib/session';

/** Shows its children only to holders of a permission. The server checks it all the same. */
export function Can({ permission, children }: { permission: string; children: ReactNode }) {
  return holdsPermission(useSession(), permission) ? children : null;
}
