import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '@/api/problem';
import { getSession, subscribeSession } from '@/lib/session';

const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network a call fails and the page says so; by default it would wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays a refusal; only an unreachable or failing server is asked again.
      retry: (failures, error) => {
        const status = asProblem(error)?.status ?? 0;
        return failures < RETRIES && (status === 0 || status >= 500);
      },
      // A server with too much to do says when; otherwise after one second, then two.
      retryDelay: (failures, error) => (asProblem(error)?.retryAfter ?? 2 ** failures) * 1000,
    },
    mutations: { networkMode: 'always' },
  },
});

const getSessionKey = () => `${getSession().user?.id} ${getSession().profile?.id}`;
let shownTo = getSessionKey();

// What one user or profile was shown must not be shown to the next.
subscribeSession(() => {
  if (getSessionKey() === shownTo) return;
  shownTo = getSessionKey();
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries({ type: 'active' });
});
