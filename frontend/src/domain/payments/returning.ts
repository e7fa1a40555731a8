/** The state stored during the visit to the card page. */
export interface Return {
  paymentId: string;
  chargeId: string;
  /** The page to return to. */
  redirect: string | null;
}

const KEY = 'itqan-payment-return';

/** Stored per tab, because another tab may be paying another charge. */
export function rememberReturn(value: Return): void {
  sessionStorage.setItem(KEY, JSON.stringify(value));
}

/** Reads the stored state; null if the user returned in another tab or browser. */
export function recallReturn(): Return | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Return | null;
  } catch {
    return null;
  }
}
