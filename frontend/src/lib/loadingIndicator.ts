import { useEffect, useReducer, useRef } from 'react';

/** The timing of the loading screen, in milliseconds. */
export const loadingTimes = {
  /** Delay before the indicator appears. */
  throttle: 200,
  /** Expected duration of a navigation; the progress slows down towards it. */
  estimated: 2000,
  /** Time for which the finished state stays visible. */
  hideDelay: 500,
  /** Delay after hiding until the progress resets. */
  resetDelay: 400,
} as const;

export interface Loading {
  visible: boolean;
  /** The start of the visible phase, or null. */
  phase: 'idle' | 'running' | 'finishing';
}

const idle: Loading = { visible: false, phase: 'idle' };

/** Returns what the loading screen shows while pages load. */
export function useLoadingIndicator(loading: boolean): Loading {
  const [state, setState] = useReducer((_: Loading, next: Loading) => next, idle);
  const shown = useRef(false);

  useEffect(() => {
    if (loading) {
      const start = setTimeout(() => {
        shown.current = true;
        setState({ visible: true, phase: 'running' });
      }, loadingTimes.throttle);
      return () => clearTimeout(start);
    }
    if (!shown.current) return;
    setState({ visible: true, phase: 'finishing' });
    const hide = setTimeout(() => {
      shown.current = false;
      setState({ visible: false, phase: 'finishing' });
    }, loadingTimes.hideDelay);
    const reset = setTimeout(
      () => setState(idle),
      loadingTimes.hideDelay + loadingTimes.resetDelay,
    );
    return () => {
      clearTimeout(hide);
      clearTimeout(reset);
    };
  }, [loading]);

  return state;
}
