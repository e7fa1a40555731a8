import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '@/api/problem';
import { getSession, subscribeSession } from '@/lib/session';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network a call fails immediately and the page reports it; by default it would
      // wait.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Retry only an unreachable or failing server, not a refusal.
      retry: (failures, error) => {
        const status = asProblem(error)?.status ?? 0;
        return failures < RETRIES && (status === 0 || status >= 500);
      },
      // Use Retry-After if sent; otherwise one second, then two.
      retryDelay: (failures, error) => (asProblem(error)?.retryAfter ?? 2 ** failures) * 1000,
    },
    mutations: { networkMode: 'always' },
  },
});

const getSessionKey = () => `${getSession().user?.id} ${getSession().profile?.id}`;
let shownTo = getSessionKey();

// Data of one user or profile must not be visible to the next.
subscribeSession(() => {
  if (getSessionKey() === shownTo) return;
  shownTo = getSessionKey();
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries({ type: 'active' });
});
