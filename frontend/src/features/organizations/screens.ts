import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const organizationScreens: Screens = {
  organizations: withMessages(() => import('./OrganizationListPage')),
  organization: withMessages(() => import('./OrganizationPage')),
};
