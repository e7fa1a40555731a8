export { prepareKeepalive, sessionFetch } from './fetch';
export {
  chooseProfile,
  continueSession,
  endSession,
  getSession,
  onBeforeSessionEnd,
  refetchUser,
  reloadUser,
  type Session,
  sessionReady,
  startSession,
  subscribeSession,
} from './store';
export type { Profile, ProfileType, User } from './types';
export { useSession } from './useSession';
