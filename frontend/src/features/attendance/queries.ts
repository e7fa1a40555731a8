import { queryOptions } from '@tanstack/react-query';
import {
  getAttendanceSheetOptions,
  getCheckInOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';

/** Polls, because others mark at the same time. */
const REFRESH_MS = 20_000;

export const sheetQuery = (batchId: string) =>
  queryOptions({
    ...getAttendanceSheetOptions({ path: { batch_id: batchId } }),
    refetchInterval: REFRESH_MS,
  });

/** The current check-in code; refetched when it changes. */
export const checkInQuery = (batchId: string, sessionId: string) =>
  queryOptions({
    ...getCheckInOptions({ path: { batch_id: batchId, session_id: sessionId } }),
    // A 409 response means that check-in is closed.
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.seconds_left ?? 5) * 1000,
  });
