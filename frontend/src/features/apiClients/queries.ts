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
import type { DeliveryRead } from '@/api/notifications';
import {
  createWebhookEndpointMutation,
  deleteWebhookEndpointMutation,
  getWebhookDeliveryOptions,
  getWebhookEndpointOptions,
  resendWebhookDeliveryMutation,
  rotateWebhookSecretMutation,
  sendWebhookTestMutation,
  updateWebhookEndpointMutation,
} from '@/api/notifications/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** Returns the permissions that the user can give a client, as options. */
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

export const webhookQuery = (id: string) =>
  getWebhookEndpointOptions({ path: { endpoint_id: id } });

/** The polling interval of a message in delivery. */
export const FOLLOW_MS = 2000;
const SOON_MS = 60_000;

/** Returns whether a delivery attempt is near; a message with a long backoff is excluded. */
export const isUnderWay = ({ status, next_attempt_at }: DeliveryRead) =>
  status === 'sending' ||
  (status === 'queued' && new Date(next_attempt_at).getTime() < Date.now() + SOON_MS);

/** A message with its delivery attempts; polled while it is in delivery. */
export const deliveryQuery = (id: string, deliveryId: string) => ({
  ...getWebhookDeliveryOptions({ path: { endpoint_id: id, delivery_id: deliveryId } }),
  refetchInterval: ({ state: { data } }: { state: { data?: DeliveryRead } }) =>
    data && isUnderWay(data) ? FOLLOW_MS : false,
});

const useRefreshWebhooks = () => useInvalidate('webhooks');

export const useCreateWebhook = () =>
  useMutation({ ...createWebhookEndpointMutation(), onSuccess: useRefreshWebhooks() });
export const useUpdateWebhook = () =>
  useMutation({ ...updateWebhookEndpointMutation(), onSuccess: useRefreshWebhooks() });
export const useDeleteWebhook = () => useMutation(deleteWebhookEndpointMutation());
export const useRotateWebhook = () =>
  useMutation({ ...rotateWebhookSecretMutation(), onSuccess: useRefreshWebhooks() });
export const useTestWebhook = () =>
  useMutation({ ...sendWebhookTestMutation(), onSuccess: useRefreshWebhooks() });
export const useResend = () =>
  useMutation({ ...resendWebhookDeliveryMutation(), onSuccess: useRefreshWebhooks() });
