import type { Attendance } from '@/api/enrollment';

/** The colour of each attendance mark. */
export const ATTENDANCE_COLOR = {
  present: 'success',
  absent: 'error',
  late: 'warning',
  excused: 'info',
} as const satisfies Record<Attendance, string>;
