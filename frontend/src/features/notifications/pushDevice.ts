import { useStorageValue, writeStored } from '@/lib/stored';

const DEVICE = 'itqan-push-device';
const OFF = 'off';

/** Returns whether this browser supports push messages. */
export const canPush = () =>
  'serviceWorker' in navigator && 'Notification' in window && 'PushManager' in window;

const read = () => localStorage.getItem(DEVICE);

/** This browser's device ID; null if it is not registered. */
export const readDevice = () => {
  const device = read();
  return device === OFF ? null : device;
};

/** Stores the device ID; null if the user switched push off. */
export const rememberDevice = (id: string | null) => writeStored(DEVICE, id ?? OFF);

/** Returns whether the user switched push off here. */
export const isSwitchedOff = () => read() === OFF;

/** Returns whether push is on in this browser. */
export const useIsPushed = () =>
  useStorageValue(() => readDevice() !== null && Notification.permission === 'granted', false);
