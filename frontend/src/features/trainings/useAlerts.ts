import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createAlertMutation,
  deleteAlertMutation,
  listAlertsOptions,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

/** Returns the candidate's alerts. */
export function useAlerts() {
  const { user, profile } = useSession();
  const isCandidate = profile?.type === 'candidate';
  const { data, error, refetch } = useQuery({ ...listAlertsOptions(), enabled: isCandidate });
  return {
    /** Undefined while loading. */
    alerts: isCandidate ? data : undefined,
    error,
    refetch,
    isCandidate,
    /** True if the user can have alerts: a visitor or a candidate. */
    mayOwn: !user || isCandidate,
  };
}

export const useCreateAlert = () =>
  useMutation({ ...createAlertMutation(), onSuccess: useInvalidate('alerts') });

export const useDeleteAlert = () =>
  useMutation({ ...deleteAlertMutation(), onSuccess: useInvalidate('alerts') });
