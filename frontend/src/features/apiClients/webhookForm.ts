import type { EndpointRead } from '@/api/notifications';
import { zEndpointCreate, zSubscribedEvent } from '@/api/notifications/zod.gen';
import { z } from '@/lib/forms';

export const schema = z.extend(zEndpointCreate, {
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

/** All event types that an endpoint can subscribe to. */
export const events = zSubscribedEvent.options;

/** Converts an endpoint to form values; without one the defaults. */
export const toFormValues = (endpoint?: EndpointRead): z.infer<typeof schema> => ({
  url: endpoint?.url ?? '',
  events: endpoint?.events ?? [...events],
});

/** Returns the endpoint's URL without `https://`. */
export const getWebhookName = ({ url }: { url: string }) => url.replace(/^https?:\/\//, '');

/** Maps the active flag to a status, because endpoints have no status of their own. */
export const getWebhookState = ({ active }: { active: boolean }) => (active ? 'active' : 'paused');
