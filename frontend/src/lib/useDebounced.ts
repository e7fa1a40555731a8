import { useEffect, useState } from 'react';

/** The value once it has stayed the same for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(pause);
  }, [value, delay]);
  return settled;
}
