import { useQueries } from '@tanstack/react-query';
import { listInvariantsOptions as approvals } from '@/api/approvals/@tanstack/react-query.gen';
import { listInvariantsOptions as catalog } from '@/api/catalog/@tanstack/react-query.gen';
import { listInvariantsOptions as enrollment } from '@/api/enrollment/@tanstack/react-query.gen';
import { listInvariantsOptions as identity } from '@/api/identity/@tanstack/react-query.gen';
import { listInvariantsOptions as notifications } from '@/api/notifications/@tanstack/react-query.gen';
import type { InvariantRead } from '@/api/payments';
import { listInvariantsOptions as payments } from '@/api/payments/@tanstack/react-query.gen';

/** The services check about once a minute. */
const FOLLOW_MS = 15_000;

/** In display order: money first. */
export const SERVICES = [
  'payments',
  'enrollment',
  'identity',
  'catalog',
  'approvals',
  'notifications',
] as const;

/** A service's invariants, or its error. */
export interface ServiceHealth {
  service: (typeof SERVICES)[number];
  rules: InvariantRead[] | undefined;
  error: unknown;
  retry: () => void;
}

/** The invariants of all services; an unreachable service does not affect the others. */
export function useHealth(): ServiceHealth[] {
  const refetchInterval = FOLLOW_MS;
  const found = useQueries({
    queries: [
      { ...payments(), refetchInterval },
      { ...enrollment(), refetchInterval },
      { ...identity(), refetchInterval },
      { ...catalog(), refetchInterval },
      { ...approvals(), refetchInterval },
      { ...notifications(), refetchInterval },
    ],
  });
  return SERVICES.map((service, index) => ({
    service,
    rules: found[index]?.data,
    error: found[index]?.error,
    retry: () => void found[index]?.refetch(),
  }));
}
