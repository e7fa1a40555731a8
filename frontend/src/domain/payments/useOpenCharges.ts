import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listChargesOptions } from '@/api/payments/@tanstack/react-query.gen';
import { refetchUser, useSession } from '@/lib/session';

const POLL_MS = 2000;
// Slow polling, because a charge may be paid in another window.
const IDLE_MS = 15_000;
const PAYS_REGISTRATION = ['organization', 'staff', 'candidate'];

/**
 * Polls the user's open charges until they are paid; returns whether the registration fee is due.
 */
export function useOpenCharges() {
  const { profile } = useSession();
  const feeDue = profile !== null && PAYS_REGISTRATION.includes(profile.type) && !profile.paid;
  const charges = useQuery({
    ...listChargesOptions({ query: { status: ['open'], page_size: 50 } }),
    // A fee is created a moment after the profile, and settlement is asynchronous.
    refetchInterval: ({ state }) => (feeDue && !state.data?.data.length ? POLL_MS : IDLE_MS),
    refetchOnWindowFocus: 'always',
  });
  const settling = feeDue && charges.data?.data.length === 0;

  useEffect(() => {
    // The fee is not created yet, or was just settled. Identity receives that a moment later;
    // guards pass once the
    // session is updated.
    if (!settling) return;
    void refetchUser();
    const poll = setInterval(() => void refetchUser(), POLL_MS);
    return () => clearInterval(poll);
  }, [settling]);

  return { charges, feeDue };
}
