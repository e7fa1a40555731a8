export { type Decision, decide, type Refusal } from './decide';
export { type FailedGate, failedGate } from './gates';
export { redirectTarget, withRedirect } from './redirect';
export { holdsPermission, isAllowed } from './rule';
