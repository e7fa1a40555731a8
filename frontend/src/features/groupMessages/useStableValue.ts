import { useDebounced } from '@/lib/useDebounced';

/** Debounces a value and keeps its identity while its content is unchanged. */
export const useStableValue = <Asked>(asked: Asked): Asked =>
  JSON.parse(useDebounced(JSON.stringify(asked)));
