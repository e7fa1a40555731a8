declare global {
  interface Window {
    ApplePaySession?: { canMakePayments: () => boolean };
  }
}

/** Whether this browser can pay by Apple Pay; it throws where a page did not come by HTTPS. */
export function hasApplePay(): boolean {
  try {
    return window.ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}
