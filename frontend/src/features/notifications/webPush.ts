import {
  registerSubscription,
  type SubscriptionCreate,
  type WebPushRead,
} from '@/api/notifications';
import type { PushMethod } from './pushMethod';

/** Creates push by the browser's push service, with the installation's key. */
export const byWebPush = ({ public_key: key }: WebPushRead): PushMethod => ({
  key,
  project: null,
  isSupported: async () => true,
  subscribe: async ({ pushManager }) => {
    const subscription =
      (await pushManager.getSubscription()) ??
      (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const body = subscription.toJSON() as SubscriptionCreate;
    return (signal) => registerSubscription({ body, signal });
  },
});
