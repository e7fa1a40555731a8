import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  createPartnerClientMutation,
  endPreviousPartnerSecretMutation,
  listPartnerPermissionsOptions,
  revokePartnerClientMutation,
  rotatePartnerSecretMutation,
  updatePartnerClientMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** What the reader may give a client, as the choices of a field. */
export function usePermissionOptions() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(listPartnerPermissionsOptions());
  return data
    .filter(({ grantable }) => grantable)
    .map(({ slug }) => ({ value: slug, label: t(`partners.permissions.${slug}`) }));
}

const useRefresh = () => useInvalidate('partner clients');

export const useCreateClient = () =>
  useMutation({ ...createPartnerClientMutation(), onSuccess: useRefresh() });
export const useUpdateClient = () =>
  useMutation({ ...updatePartnerClientMutation(), onSuccess: useRefresh() });
export const useRotate = () =>
  useMutation({ ...rotatePartnerSecretMutation(), onSuccess: useRefresh() });
export const useEndPrevious = () =>
  useMutation({ ...endPreviousPartnerSecretMutation(), onSuccess: useRefresh() });
export const useRevoke = () =>
  useMutation({ ...revokePartnerClientMutation(), onSuccess: useRefresh() });
