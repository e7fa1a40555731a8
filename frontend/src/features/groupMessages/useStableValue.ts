import { useDebounced } from '@/lib/useDebounced';

/** What is asked for, once it has stayed the same for a moment; each render makes it anew. */
export const useStableValue = <Asked>(asked: Asked): Asked =>
  JSON.parse(useDebounced(JSON.stringify(asked)));
