import { useMutation, useQuery } from '@tanstack/react-query';
import { getDataFile } from '@/api/identity';
import {
  createDataRequestMutation,
  createErasureMutation,
  decideErasureMutation,
  getErasureOptions,
  getOwnErasureOptions,
  listDataRequestsOptions,
  withdrawErasureMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { download } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

/** The polling interval; a notification reports the end. */
const ASK_EVERY = 2_000;

/** The user's latest export, polled while it is prepared. */
export function useNewestRequest() {
  return useQuery({
    ...listDataRequestsOptions(),
    select: (requests) => requests[0],
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'collecting' ? ASK_EVERY : false),
  });
}

export const useAskForData = () =>
  useMutation({ ...createDataRequestMutation(), onSuccess: useInvalidate('own data') });

export const useDownload = () =>
  useMutation({
    mutationFn: async (id: string) => {
      const { data } = await getDataFile({ path: { request_id: id }, parseAs: 'blob' });
      download('my-data.zip', data as Blob);
    },
  });

/** The user's erasure request, polled while services check it. */
export function useOwnErasure() {
  return useQuery({
    ...getOwnErasureOptions(),
    refetchInterval: ({ state }) => (state.data?.status === 'checking' ? ASK_EVERY : false),
  });
}

export const useAskForErasure = () =>
  useMutation({ ...createErasureMutation(), onSuccess: useInvalidate('own data') });
export const useWithdraw = () =>
  useMutation({ ...withdrawErasureMutation(), onSuccess: useInvalidate('own data') });

/** An erasure request, polled while services check it. */
export function useErasure(id: string) {
  return useQuery({
    ...getErasureOptions({ path: { erasure_id: id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'checking' || data?.status === 'approved' ? ASK_EVERY : false,
  });
}

export const useDecideErasure = () =>
  useMutation({ ...decideErasureMutation(), onSuccess: useInvalidate('erasures', 'users') });
