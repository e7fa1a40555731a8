import { isAllowed } from '@/lib/access';
import { useSession } from '@/lib/session';

/** Returns a predicate for actions on levels, each with its own permission. */
export function useCanManageLevels() {
  const session = useSession();
  return (verb: 'create' | 'edit' | 'delete' | 'sort') =>
    isAllowed({ profiles: ['admin'], permissions: [`${verb}-approval-level`] }, session);
}
