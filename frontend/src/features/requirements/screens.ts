import type { Screens } from '@/routes/types';

export const requirementScreens: Screens = {
  requirements: () => import('./RequirementsPage'),
  requirementPeople: () => import('./RequirementPeoplePage'),
  jobRoles: () => import('./JobRolesPage'),
};
