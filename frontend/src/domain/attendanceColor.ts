import type { Attendance } from '@/api/enrollment';

/** The colour of a mark, wherever it is shown. */
export const ATTENDANCE_COLOR = {
  present: 'success',
  absent: 'error',
  late: 'warning',
  excused: 'info',
} as const satisfies Record<Attendance, string>;
