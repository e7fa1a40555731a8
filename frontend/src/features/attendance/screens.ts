import type { Screens } from '@/routes/types';

export const attendanceScreens: Screens = {
  batchAttendance: () => import('./AttendancePage'),
  myBatchAttendance: async () => ({
    default: (await import('./AttendancePage')).TrainerAttendancePage,
  }),
};
