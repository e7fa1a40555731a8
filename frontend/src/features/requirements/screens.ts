import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const requirementScreens: Screens = {
  requirements: withMessages(() => import('./RequirementsPage')),
  requirementPeople: withMessages(() => import('./RequirementPeoplePage')),
  jobRoles: withMessages(() => import('./JobRolesPage')),
};
