import type { Attendance, MarkSet } from '@/api/enrollment';
import { store, useStored } from '@/lib/stored';

/*
 * Marks that were pressed and are not sent yet. They stand in the browser's storage, so that none is
 * lost when the page is closed in a hall without a network; of each person and session the latest.
 */

export interface Pressed {
  session_id: string;
  enrollment_id: string;
  attendance: Attendance | null;
  source: MarkSet['source'];
  /** By this device's clock. */
  at: number;
}

export type PressedMarks = Readonly<Record<string, Pressed>>;

const NONE: PressedMarks = {};
const parsed = new Map<string, { text: string; marks: PressedMarks }>();

export const markKey = (mark: { session_id: string; enrollment_id: string }) =>
  `${mark.session_id}:${mark.enrollment_id}`;

/** Another user of the same browser sends none of them. */
export const storageKey = (userId: string, batchId: string) => `attendance.${userId}.${batchId}`;

export function readPressed(key: string): PressedMarks {
  const text = localStorage.getItem(key);
  if (text === null) return NONE;
  const known = parsed.get(key);
  if (known?.text === text) return known.marks;
  const marks = JSON.parse(text) as PressedMarks;
  parsed.set(key, { text, marks });
  return marks;
}

export function addPressed(key: string, pressed: readonly Pressed[]): void {
  const added = Object.fromEntries(pressed.map((mark) => [markKey(mark), mark]));
  write(key, { ...readPressed(key), ...added });
}

/** What was sent goes, unless it was pressed anew meanwhile. */
export function dropSent(key: string, sent: readonly Pressed[]): void {
  const left = { ...readPressed(key) };
  for (const mark of sent) {
    if (left[markKey(mark)]?.at === mark.at) delete left[markKey(mark)];
  }
  write(key, left);
}

/** What is not sent yet, of other tabs too. */
export const usePressed = (key: string): PressedMarks => useStored(() => readPressed(key), NONE);

const write = (key: string, marks: PressedMarks): void =>
  store(key, Object.keys(marks).length > 0 ? JSON.stringify(marks) : null);
