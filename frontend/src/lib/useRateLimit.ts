import { useState } from 'react';
import { asProblem } from '@/api/problem';
import { getTimeAfter } from './useCountdown';

/** Keeps the end of a rate limit (429 with Retry-After); `accept` stores it and returns whether the error was one. */
export function useRateLimit() {
  const [until, setUntil] = useState<number | null>(null);
  return {
    until,
    open: () => setUntil(null),
    accept: (error: unknown): boolean => {
      const problem = asProblem(error);
      if (problem?.status !== 429 || !problem.retryAfter) return false;
      setUntil(getTimeAfter(problem.retryAfter));
      return true;
    },
  };
}
