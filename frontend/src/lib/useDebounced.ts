import { useEffect, useState } from 'react';

/** Returns the value after it was unchanged for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(pause);
  }, [value, delay]);
  return settled;
}
