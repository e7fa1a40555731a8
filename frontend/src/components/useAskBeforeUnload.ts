import { useEffect } from 'react';

/** Makes the browser confirm closing or reloading the page while there are unsaved changes. */
export function useAskBeforeUnload(holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [holds]);
}
