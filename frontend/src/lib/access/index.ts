export { decide } from './decide';
export { dependenciesOf, profilesOf, withDependencies } from './dependencies';
export { type FailedGate, failedGate } from './gates';
export { opens, useOpens } from './opens';
export { redirectTarget, withRedirect } from './redirect';
export { isAllowed } from './rule';
