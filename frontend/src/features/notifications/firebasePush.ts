import { type FirebaseApp, getApps, initializeApp } from '@firebase/app';
import { getMessaging, getToken, isSupported, onMessage } from '@firebase/messaging';
import { type FirebaseRead, registerDevice } from '@/api/notifications';
import { type PushData, showForSeconds } from '@/sw/notification';
import type { PushMethod } from './pushMethod';

/** Creates push by Firebase, whose library loads with this module. */
export function byFirebase(firebase: FirebaseRead): PushMethod {
  // The library's names of the settings.
  const project = {
    apiKey: firebase.api_key,
    projectId: firebase.project_id,
    appId: firebase.app_id,
    messagingSenderId: firebase.messaging_sender_id,
  };
  const getAppMessaging = () => getMessaging(getFirebaseApp(project));
  return {
    key: firebase.vapid_key,
    project,
    isSupported,
    subscribe: async (serviceWorkerRegistration) => {
      const token = await getToken(getAppMessaging(), {
        vapidKey: firebase.vapid_key,
        serviceWorkerRegistration,
      });
      return token ? (signal) => registerDevice({ body: { token, kind: 'fcm' }, signal }) : null;
    },
    listen: (registration, signal) => {
      const stop = onMessage(
        getAppMessaging(),
        ({ data }) => void showPush(registration, data ?? {}),
      );
      signal.addEventListener('abort', stop);
    },
  };
}

const getFirebaseApp = (project: object): FirebaseApp => getApps()[0] ?? initializeApp(project);

/** Shows a message while a window of the site is visible. */
export async function showPush(
  registration: ServiceWorkerRegistration,
  data: PushData,
): Promise<void> {
  // Every tab receives the message; only a visible one shows it.
  if (document.visibilityState === 'visible') await showForSeconds(registration, data);
}
