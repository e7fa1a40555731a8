import type { Screens } from '@/routes/types';

export const documentKindScreens: Screens = {
  settingsDocuments: () => import('./DocumentKindListPage'),
};
