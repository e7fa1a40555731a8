import { useRef } from 'react';
import type { AttendanceSheet, AttendingPerson } from '@/api/enrollment';
import { attendanceCode } from '@/domain/attendanceCode';

export interface Found {
  answer: 'found' | 'other_session' | 'unknown';
  person?: AttendingPerson;
}

/** Returns a function that finds the person of a code offline, in all sessions of the batch. */
export function useScannedPeople(sheet: AttendanceSheet, sessionId: string) {
  const known = useRef<{ sheet: AttendanceSheet; codes: Promise<Codes> } | null>(null);
  return async (text: string): Promise<Found> => {
    if (known.current?.sheet !== sheet) known.current = { sheet, codes: hashCodes(sheet) };
    const found = (await known.current.codes).get(text);
    if (!found) return { answer: 'unknown' };
    const answer = found.sessionId === sessionId ? 'found' : 'other_session';
    return { answer, person: found.person };
  };
}

type Codes = ReadonlyMap<string, { sessionId: string; person: AttendingPerson }>;

async function hashCodes({ sessions, people }: AttendanceSheet): Promise<Codes> {
  const all = sessions.flatMap(({ id }) => people.map((person) => ({ sessionId: id, person })));
  return new Map(
    await Promise.all(
      all.map(
        async (each) =>
          [await attendanceCode(each.sessionId, each.person.enrollment_id), each] as const,
      ),
    ),
  );
}
