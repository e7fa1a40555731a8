import { useState } from 'react';
import { asProblem } from '@/api/problem';
import { inSeconds } from './useCountdown';

/** Until when attempts are refused; `takes` says whether an error is such a refusal, and keeps it. */
export function useLock() {
  const [until, setUntil] = useState<number | null>(null);
  return {
    until,
    open: () => setUntil(null),
    takes: (error: unknown): boolean => {
      const problem = asProblem(error);
      if (problem?.status !== 429 || !problem.retryAfter) return false;
      setUntil(inSeconds(problem.retryAfter));
      return true;
    },
  };
}
