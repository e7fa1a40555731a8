export { sessionFetch } from './fetch';
export {
  activeProfile,
  chooseProfile,
  continueSession,
  endSession,
  getSession,
  recheckUser,
  reloadUser,
  type Session,
  sessionReady,
  startSession,
  subscribeSession,
} from './store';
export type { Profile, ProfileType, SessionGrant, User } from './types';
export { useSession } from './useSession';
