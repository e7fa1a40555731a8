export { decide } from './decide';
export { type FailedGate, failedGate } from './gates';
export { redirectTarget, withRedirect } from './redirect';
export { isAllowed } from './rule';
