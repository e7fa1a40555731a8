import { queryOptions } from '@tanstack/react-query';
import { getPasswordDictionaries } from '@/api/identity';

/** Loads the password check (400 kB gzipped) on the first focus of a password field. */
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
