import type { Screens } from '@/routes/types';

export const organizationScreens: Screens = {
  organizations: () => import('./OrganizationListPage'),
  organization: () => import('./OrganizationPage'),
};
