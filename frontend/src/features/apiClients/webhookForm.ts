import type { EndpointRead } from '@/api/notifications';
import { zEndpointCreate, zSubscribedEvent } from '@/api/notifications/zod.gen';
import { z } from '@/lib/forms';

export const schema = z.extend(zEndpointCreate, {
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

/** Everything that an endpoint can be set to be sent. */
export const events = zSubscribedEvent.options;

/** Converts an endpoint to form values; without one the defaults. */
export const toFormValues = (endpoint?: EndpointRead): z.infer<typeof schema> => ({
  url: endpoint?.url ?? '',
  events: endpoint?.events ?? [...events],
});

/** Returns the endpoint's URL without `https://`. */
export const getWebhookName = ({ url }: { url: string }) => url.replace(/^https?:\/\//, '');

/** Endpoints have no state of their own: they are active or not. */
export const getWebhookState = ({ active }: { active: boolean }) => (active ? 'active' : 'paused');
