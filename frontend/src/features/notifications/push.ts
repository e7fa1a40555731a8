import { deleteDevice, getPush, type PushRead } from '@/api/notifications';
import { registerForPushes } from '@/lib/serviceWorker';
import { readDevice, rememberDevice } from './pushDevice';
import type { PushMethod } from './pushMethod';
import { byWebPush } from './webPush';

/** Selects Firebase if configured (its library is lazy), else the browser's push service. */
async function getPushMethod({
  firebase,
  web_push: webPush,
}: PushRead): Promise<PushMethod | null> {
  if (firebase) return (await import('./firebasePush')).byFirebase(firebase);
  return webPush && byWebPush(webPush);
}

/** Registers this browser at every start, because its push endpoint may have changed. */
export async function startPush(signal: AbortSignal): Promise<void> {
  try {
    const { data } = await getPush({ signal });
    const way = await getPushMethod(data);
    if (way && (await way.isSupported()) && !signal.aborted) await register(way, signal);
  } catch (error) {
    if (!signal.aborted) console.warn('Pushes could not be started', error);
  }
}

/**
 * Registers this browser for push, with permission; returns whether it succeeded. Failures are
 * logged only, because nothing else depends on push.
 */
export async function registerPush(push: PushRead, signal: AbortSignal): Promise<boolean> {
  const way = await getPushMethod(push);
  return way !== null && register(way, signal);
}

async function register(way: PushMethod, signal: AbortSignal): Promise<boolean> {
  if (Notification.permission !== 'granted') {
    console.warn('Notification permission denied');
    return false;
  }
  const registration = await registerForPushes(way.project).catch(async (error: unknown) => {
    console.error(
      (await isWorkerThere())
        ? 'Service Worker registration failed'
        : 'Service Worker file not found',
      error,
    );
    return null;
  });
  if (!registration) return false;
  await navigator.serviceWorker.ready;
  const leave = await unsubscribeFromOthers(registration, way.key)
    .then(() => way.subscribe(registration))
    .catch((error: unknown) => {
      console.warn(error);
      return null;
    });
  if (!leave) {
    console.warn(way.project ? 'No FCM token available' : 'No push subscription available');
    return false;
  }
  try {
    rememberDevice((await leave(signal)).data.id);
  } catch (error) {
    if (!signal.aborted) console.error('Failed to store token', error);
    return false;
  }
  way.listen?.(registration, signal);
  return true;
}

/** Removes a subscription with another key, since a browser has only one. */
async function unsubscribeFromOthers(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<void> {
  const subscription = await pushManager.getSubscription();
  const its = subscription?.options?.applicationServerKey;
  if (its && encodeKey(its) !== key) await subscription.unsubscribe();
}

const encodeKey = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Unregisters this browser until the user switches push on again. */
export async function stopPush(): Promise<void> {
  const device = readDevice();
  if (device) {
    await deleteDevice({ path: { device_id: device } }).catch((error: { status?: number }) => {
      // The server no longer has it, for example after the session ended.
      if (error.status !== 404) throw error;
    });
  }
  rememberDevice(null);
}

async function isWorkerThere(): Promise<boolean> {
  const answer = await fetch('/sw.js', { method: 'HEAD' }).catch(() => null);
  return answer?.ok === true && /javascript/.test(answer.headers.get('content-type') ?? '');
}
