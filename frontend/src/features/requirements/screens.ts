import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const requirementScreens: Screens = {
  requirements: withMessages(() => import('./RequirementsPage'), 'requirements'),
  requirementPeople: withMessages(() => import('./RequirementPeoplePage'), 'requirements'),
  jobRoles: withMessages(() => import('./JobRolesPage'), 'requirements'),
};
