export { default as NotificationBell } from './NotificationBell';
