import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const organizationScreens: Screens = {
  organizations: withMessages(
    () => import('./OrganizationListPage'),
    'organizations',
    'submission',
  ),
  organization: withMessages(
    () => import('./OrganizationPage'),
    'address',
    'approvals',
    'audit',
    'document',
    'organization',
    'organizations',
    'required_documents',
    'submission',
  ),
};
