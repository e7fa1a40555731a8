import type { Attendance, MarkSet } from '@/api/enrollment';
import { useStorageValue, writeStored } from '@/lib/stored';

/*
 * Attendance marks that are not sent yet: the latest one per person and session. They are kept in the browser's
 * storage, so that closing the page in a hall without a network loses none.
 */

export interface PendingMark {
  session_id: string;
  enrollment_id: string;
  attendance: Attendance | null;
  source: MarkSet['source'];
  /** The device's time. */
  at: number;
}

export type PendingMarks = Readonly<Record<string, PendingMark>>;

const NONE: PendingMarks = {};
const parsed = new Map<string, { text: string; marks: PendingMarks }>();

export const markKey = (mark: { session_id: string; enrollment_id: string }) =>
  `${mark.session_id}:${mark.enrollment_id}`;

/** The storage key, by user: another user of the browser must not send these marks. */
export const storageKey = (userId: string, batchId: string) => `attendance.${userId}.${batchId}`;

export function readPendingMarks(key: string): PendingMarks {
  const text = localStorage.getItem(key);
  if (text === null) return NONE;
  const known = parsed.get(key);
  if (known?.text === text) return known.marks;
  const marks = JSON.parse(text) as PendingMarks;
  parsed.set(key, { text, marks });
  return marks;
}

export function addPendingMarks(key: string, pressed: readonly PendingMark[]): void {
  const added = Object.fromEntries(pressed.map((mark) => [markKey(mark), mark]));
  write(key, { ...readPendingMarks(key), ...added });
}

/** Removes sent marks, except those changed since. */
export function dropSent(key: string, sent: readonly PendingMark[]): void {
  const left = { ...readPendingMarks(key) };
  for (const mark of sent) {
    if (left[markKey(mark)]?.at === mark.at) delete left[markKey(mark)];
  }
  write(key, left);
}

/** Returns the unsent marks, including those of other tabs. */
export const usePendingMarks = (key: string): PendingMarks =>
  useStorageValue(() => readPendingMarks(key), NONE);

const write = (key: string, marks: PendingMarks): void =>
  writeStored(key, Object.keys(marks).length > 0 ? JSON.stringify(marks) : null);
