import type { Screens } from '@/routes/types';

const ownData = () => import('./MyDataPage');

export const dataScreens: Screens = {
  candidateData: ownData,
  accountData: ownData,
  erasures: () => import('./ErasureListPage'),
  erasure: () => import('./ErasurePage'),
};
