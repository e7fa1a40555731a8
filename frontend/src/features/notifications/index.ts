export { LiveNotifications } from './LiveNotifications';
export { default as NotificationBell } from './NotificationBell';
