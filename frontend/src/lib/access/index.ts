export { decide } from './decide';
export { type FailedGate, failedGate } from './gates';
export { admits, Opens, useOpens } from './opens';
export { redirectTarget, withRedirect } from './redirect';
export { isAllowed } from './rule';
