import { useEffect, useState } from 'react';

/** Whole seconds left until a time in milliseconds since the epoch; 0 when it is over, or null. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));

  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);

  return left;
}

/** Converts seconds from now to the end time. */
export const getTimeAfter = (seconds: number) => Date.now() + seconds * 1000;

/** Formats seconds as minutes and seconds: 75 is `1:15`. */
export const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
