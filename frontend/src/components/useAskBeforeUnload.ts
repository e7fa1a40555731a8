import { useEffect } from 'react';

/** Has the browser ask before the page is closed or loaded anew, while something is not saved. */
export function useAskBeforeUnload(holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [holds]);
}
