import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const approvalLevelScreens: Screens = {
  approvalLevels: withMessages(
    () => import('./LevelListPage'),
    'approval_levels',
    'approvals',
    'deletion',
    'order',
  ),
  approvalTimes: withMessages(() => import('./TimesPage'), 'approval_times', 'approvals'),
  approvalLevel: withMessages(() => import('./LevelPage'), 'approval_levels', 'approvals'),
  approversAdd: withMessages(() => import('./AssignPage'), 'approval_levels', 'approvals'),
  approversEdit: withMessages(
    () => import('./AssignPage').then(({ AssignedPage }) => ({ default: AssignedPage })),
    'approval_levels',
    'approvals',
  ),
};
