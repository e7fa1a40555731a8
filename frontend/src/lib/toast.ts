import type { VariantType } from 'notistack';

/** One message to show; the toaster drops it after 5 s. */
interface Toast {
  text: string;
  variant: VariantType;
}

type Show = (toast: Toast) => void;

let show: Show | null = null;
const waiting: Toast[] = [];

/** The toaster takes over; what was said before it was there is shown now. */
export function connectToaster(next: Show): void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
}

function say(variant: VariantType, text: string): void {
  if (show) show({ text, variant });
  else waiting.push({ text, variant });
}

/** Says something in passing at the top of the page. Text is translated by the caller. */
export const toast = {
  success: (text: string) => say('success', text),
  error: (text: string) => say('error', text),
  warning: (text: string) => say('warning', text),
  info: (text: string) => say('info', text),
};
