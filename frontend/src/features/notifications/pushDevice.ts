import { useStorageValue, writeStored } from '@/lib/stored';

const DEVICE = 'itqan-push-device';
const OFF = 'off';

/** Returns whether this browser supports push messages. */
export const canPush = () =>
  'serviceWorker' in navigator && 'Notification' in window && 'PushManager' in window;

const read = () => localStorage.getItem(DEVICE);

/** The id of this browser as a device; null where it is none. */
export const readDevice = () => {
  const device = read();
  return device === OFF ? null : device;
};

/** Keeps what this browser is as a device; null: the person does not want pushes here. */
export const rememberDevice = (id: string | null) => writeStored(DEVICE, id ?? OFF);

/** Returns whether the user switched push off here. */
export const isSwitchedOff = () => read() === OFF;

/** Returns whether push is on in this browser. */
export const useIsPushed = () =>
  useStorageValue(() => readDevice() !== null && Notification.permission === 'granted', false);
