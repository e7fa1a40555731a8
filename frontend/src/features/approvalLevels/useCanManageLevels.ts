import { isAllowed } from '@/lib/access';
import { useSession } from '@/lib/session';

/** Whether the reader may do something to levels, each by a permission of its own. */
export function useCanManageLevels() {
  const session = useSession();
  return (verb: 'create' | 'edit' | 'delete' | 'sort') =>
    isAllowed({ profiles: ['admin'], permissions: [`${verb}-approval-level`] }, session);
}
