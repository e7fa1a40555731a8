import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const approvalLevelScreens: Screens = {
  approvalLevels: withMessages(() => import('./LevelListPage')),
  approvalTimes: withMessages(() => import('./TimesPage')),
  approvalLevel: withMessages(() => import('./LevelPage')),
  approversAdd: withMessages(() => import('./AssignPage')),
  approversEdit: withMessages(() =>
    import('./AssignPage').then(({ AssignedPage }) => ({ default: AssignedPage }))),
};
