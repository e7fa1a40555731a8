declare global {
  interface Window {
    ApplePaySession?: { canMakePayments: () => boolean };
  }
}

/** Returns whether this browser supports Apple Pay; the API throws on pages without HTTPS. */
export function hasApplePay(): boolean {
  try {
    return window.ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}
