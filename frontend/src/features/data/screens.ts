import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const ownData = withMessages(() => import('./MyDataPage'));

export const dataScreens: Screens = {
  candidateData: ownData,
  accountData: ownData,
  erasures: withMessages(() => import('./ErasureListPage')),
  erasure: withMessages(() => import('./ErasurePage')),
};
