import { useEffect } from 'react';
import { canPush, isSwitchedOff } from './pushDevice';

/** Registers this browser for push if permitted; never prompts. */
export function usePush(userId: string | undefined): void {
  useEffect(() => {
    if (!userId || !canPush() || isSwitchedOff() || Notification.permission !== 'granted') return;
    const leaving = new AbortController();
    import('./push').then(({ startPush }) => startPush(leaving.signal)).catch(console.warn);
    return () => leaving.abort();
  }, [userId]);
}
