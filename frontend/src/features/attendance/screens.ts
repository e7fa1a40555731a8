import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const attendanceScreens: Screens = {
  batchAttendance: withMessages(() => import('./AttendancePage'), 'attendance', 'scanner'),
  myBatchAttendance: withMessages(
    async () => ({ default: (await import('./AttendancePage')).TrainerAttendancePage }),
    'attendance',
    'scanner',
  ),
};
