import type { Attendance, AttendanceSheet, AttendedSession } from '@/api/enrollment';

export const MARKS = ['present', 'absent', 'late', 'excused'] as const satisfies Attendance[];

/** The mark of each key, for `useShortcuts`. */
export const MARK_OF_KEY: Readonly<Record<string, Attendance | null>> = {
  p: 'present',
  a: 'absent',
  l: 'late',
  e: 'excused',
  Backspace: null,
  Delete: null,
};

/** Returns the running or latest session, else the first. */
export function currentSession(sheet: AttendanceSheet): AttendedSession | undefined {
  return sheet.sessions.filter(({ open }) => open).at(-1) ?? sheet.sessions[0];
}

/** Returns whether check-in for the session has ended. */
export const isOver = ({ ends_at }: AttendedSession) => Date.parse(ends_at) <= Date.now();

/** Returns the session of the URL, or the current one. */
export const getShownSession = (sheet: AttendanceSheet, params: URLSearchParams) =>
  sheet.sessions.find(({ id }) => id === params.get('session')) ?? currentSession(sheet);

/** Counts the marks, including unsent ones of this device. */
export function countMarks(marks: readonly (Attendance | null)[]) {
  const counts = { present: 0, absent: 0, late: 0, excused: 0, unmarked: 0 };
  for (const mark of marks) counts[mark ?? 'unmarked'] += 1;
  return counts;
}
