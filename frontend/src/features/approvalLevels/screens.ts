import type { Screens } from '@/routes/types';

export const approvalLevelScreens: Screens = {
  approvalLevels: () => import('./LevelListPage'),
  approvalTimes: () => import('./TimesPage'),
  approvalLevel: () => import('./LevelPage'),
  approversAdd: () => import('./AssignPage'),
  approversEdit: () =>
    import('./AssignPage').then(({ AssignedPage }) => ({ default: AssignedPage })),
};
