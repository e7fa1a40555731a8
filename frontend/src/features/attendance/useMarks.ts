import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Attendance, AttendanceSheet, MarksAnswer, RefusedMark } from '@/api/enrollment';
import { setAttendanceMarksMutation } from '@/api/enrollment/@tanstack/react-query.gen';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/lib/session';
import {
  addPendingMarks,
  dropSent,
  markKey,
  type PendingMark,
  storageKey,
  usePendingMarks,
} from './pendingMarks';
import { sheetQuery } from './queries';

/** Combines several marks into one call. */
const GATHERED_MS = 800;
const AGAIN_MS = 5_000;
const MAX_MARKS = 2_000;

export interface Mark {
  session_id: string;
  enrollment_id: string;
  attendance: Attendance | null;
}

/**
 * Returns the marks of a batch: the server's, overlaid with unsent marks of this device, which are
 * sent as soon as possible.
 */
export function useMarks(sheet: AttendanceSheet) {
  const batchId = sheet.batch_id;
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  const key = storageKey(userId, batchId);
  const pressed = usePendingMarks(key);
  const [refused, setRefused] = useState<readonly RefusedMark[]>([]);
  const { mutateAsync, error, isPending } = useMutation(setAttendanceMarksMutation());

  const known = useMemo(() => {
    const marks = new Map<string, Attendance | null>();
    for (const person of sheet.people) {
      for (const { session_id, attendance } of person.marks) {
        marks.set(`${session_id}:${person.enrollment_id}`, attendance);
      }
    }
    return marks;
  }, [sheet]);

  const waiting = Object.keys(pressed).length;
  // A batch of marks that was refused as a whole is not resent automatically; the user must decide.
  const isRefused = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
  const isSending = useRef(false);

  useEffect(() => {
    if (waiting === 0 || isPending || isRefused) return;
    const send = async () => {
      if (isSending.current || !navigator.onLine) return;
      isSending.current = true;
      const sent = Object.values(pressed).slice(0, MAX_MARKS);
      try {
        const answer = await mutateAsync({
          path: { batch_id: batchId },
          body: { marks: sent.map(toMark) },
        });
        // An earlier response would restore old marks.
        await client.cancelQueries({ queryKey: sheetQuery(batchId).queryKey });
        client.setQueryData(
          sheetQuery(batchId).queryKey,
          (before) => before && applyAnswer(before, answer),
        );
        dropSent(key, sent);
        if (answer.refused.length > 0) setRefused((before) => [...before, ...answer.refused]);
      } catch {
        // The failure is shown with a retry.
      } finally {
        isSending.current = false;
      }
    };
    const timer = setTimeout(send, error ? AGAIN_MS : GATHERED_MS);
    window.addEventListener('online', send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', send);
    };
  }, [waiting, pressed, isPending, isRefused, error, key, batchId, client, mutateAsync]);

  return {
    /** Returns a person's mark for a session. */
    markOf: (sessionId: string, enrollmentId: string): Attendance | null => {
      const id = `${sessionId}:${enrollmentId}`;
      const own = pressed[id];
      return own ? own.attendance : (known.get(id) ?? null);
    },
    press: (marks: readonly Mark[], source: PendingMark['source'] = 'list') =>
      addPendingMarks(
        key,
        marks.map((mark) => ({ ...mark, source, at: Date.now() })),
      ),
    /** The number of unsent marks. */
    waiting,
    refused,
    forgetRefused: () => setRefused([]),
    error: isRefused ? error : null,
  };
}

const toMark = ({ at, ...mark }: PendingMark) => ({
  ...mark,
  // Send the age, not the time, because the device's clock may be wrong.
  seconds_ago: Math.max(0, (Date.now() - at) / 1000),
});

/** The sheet with all current marks. */
function applyAnswer(sheet: AttendanceSheet, { marks }: MarksAnswer): AttendanceSheet {
  const latest = new Map(marks.map((mark) => [markKey(mark), mark]));
  return {
    ...sheet,
    people: sheet.people.map((person) => ({
      ...person,
      marks: [
        ...person.marks.filter(
          ({ session_id }) => !latest.has(`${session_id}:${person.enrollment_id}`),
        ),
        ...marks.filter(({ enrollment_id }) => enrollment_id === person.enrollment_id),
      ],
    })),
  };
}
