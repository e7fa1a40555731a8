import type { VariantType } from 'notistack';

/** A toast; it disappears after 5 s, or with an action when it is dismissed. */
interface Toast {
  text: string;
  variant: VariantType;
  action?: Action;
}

interface Action {
  /** The key for dismissing the toast. */
  key: string;
  label: string;
  run: () => void;
}

type Show = (toast: Toast) => void;

let show: Show | null = null;
let drop: (key: string) => void = () => {};
let onFirst: () => void = () => {};
const waiting: Toast[] = [];

/** Registers the callback that loads the toaster for the first toast. */
export function awaitToast(receiver: () => void): void {
  onFirst = receiver;
  if (waiting.length > 0) receiver();
}

/**
 * Connects the toaster and shows the toasts queued before it mounted; returns the disconnect
 * function.
 */
export function connectToaster(next: Show, nextDrop: typeof drop): () => void {
  show = next;
  drop = nextDrop;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = null;
  };
}

function showToast(variant: VariantType, text: string, action?: Action): void {
  const toast = { text, variant, action };
  if (show) show(toast);
  else {
    waiting.push(toast);
    onFirst();
  }
}

function dismiss(key: string): void {
  const index = waiting.findIndex(({ action }) => action?.key === key);
  if (index >= 0) waiting.splice(index, 1);
  drop(key);
}

/**
 * Shows a short message at the top of the page; the caller translates it. Failures are not toasts:
 * they stay beside their button (`FailureBeside`) or on the page (`runAction`).
 */
export const toast = {
  success: (text: string) => showToast('success', text),
  warning: (text: string) => showToast('warning', text),
  info: (text: string, action?: Action) => showToast('info', text, action),
  dismiss,
};
