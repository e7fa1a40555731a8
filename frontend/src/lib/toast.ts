import type { VariantType } from 'notistack';

/** One message to show; the toaster drops it after 5 s. */
interface Toast {
  text: string;
  variant: VariantType;
}

type Show = (toast: Toast) => void;

let show: Show | null = null;
let onFirst: () => void = () => {};
const waiting: Toast[] = [];

/** Calls as soon as there is something to show and nothing that shows it. */
export function awaitToast(receiver: () => void): void {
  onFirst = receiver;
  if (waiting.length > 0) receiver();
}

/** The toaster takes over; what was said before it was there is shown now. */
export function connectToaster(next: Show): void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
}

function say(variant: VariantType, text: string): void {
  if (show) show({ text, variant });
  else {
    waiting.push({ text, variant });
    onFirst();
  }
}

/** Says something in passing at the top of the page. Text is translated by the caller. */
export const toast = {
  success: (text: string) => say('success', text),
  error: (text: string) => say('error', text),
  warning: (text: string) => say('warning', text),
  info: (text: string) => say('info', text),
};
