import { queryOptions } from '@tanstack/react-query';
import { getPasswordDictionaries } from '@/api/identity';

/** What judges new passwords: 400 kB by gzip, loaded when one is about to be typed. */
export const judgeQuery = queryOptions({
  queryKey: ['passwordJudge'],
  queryFn: async () => {
    const [{ createJudge }, { data }] = await Promise.all([
      import('./judge'),
      getPasswordDictionaries(),
    ]);
    return createJudge(data);
  },
  staleTime: Number.POSITIVE_INFINITY,
});
