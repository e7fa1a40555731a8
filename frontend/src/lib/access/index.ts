export { decide } from './decide';
export { getDependencies, withDependencies } from './dependencies';
export { type FailedGate, failedGate } from './gates';
export { opens, useOpens } from './opens';
export { profilesByPermission } from './profiles';
export { redirectTarget, withRedirect } from './redirect';
export { isAllowed } from './rule';
