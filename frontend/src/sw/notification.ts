/** The data of a push message: texts in the person's language, and a path of the app. */
export interface PushData {
  /** The tag of a notification; a repeated message replaces the shown one. */
  id?: string;
  title?: string;
  body?: string;
  link?: string;
  language?: string;
}

const SHOWN_MS = 5_000;
/** The notification has a link, so a click opens it. */
const SHOWN_WITH_LINK_MS = 8_000;

/** Default title and body; the worker has no messages, so they are defined here. */
const defaults = {
  en: ['New message', 'You have a new message'],
  ar: ['رسالة جديدة', 'لديك رسالة جديدة'],
} as const;

/** Builds the notification of a message, for the worker and the page. */
export function toNotification(data: PushData) {
  const language = data.language === 'ar' ? 'ar' : 'en';
  const [title, body] = defaults[language];
  return {
    title: data.title || title,
    options: {
      body: data.body || body,
      icon: '/icon-192.png',
      // The icon of a phone's status bar, which uses only its shape.
      badge: '/badge-96.png',
      tag: data.id ?? 'message',
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      data: { link: data.link },
    } satisfies NotificationOptions,
  };
}

/** Shows a notification for some seconds while the site is visible. */
export async function showForSeconds(
  registration: ServiceWorkerRegistration,
  data: PushData,
): Promise<void> {
  const { title, options } = toNotification(data);
  await registration.showNotification(title, options);
  await new Promise((resolve) => setTimeout(resolve, data.link ? SHOWN_WITH_LINK_MS : SHOWN_MS));
  const shown = await registration.getNotifications({ tag: options.tag });
  for (const notification of shown) notification.close();
}
