import type { Screens } from '@/routes/types';

export const partnerScreens: Screens = {
  partnerClients: () => import('./PartnerClientListPage'),
};
