export { decide } from './decide';
export { type FailedGate, failedGate } from './gates';
export { opens, useOpens } from './opens';
export { redirectTarget, withRedirect } from './redirect';
export { isAllowed } from './rule';
