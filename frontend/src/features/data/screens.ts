import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const ownData = withMessages(() => import('./MyDataPage'), 'data', 'password');

export const dataScreens: Screens = {
  candidateData: ownData,
  accountData: ownData,
  erasures: withMessages(() => import('./ErasureListPage'), 'erasures'),
  erasure: withMessages(() => import('./ErasurePage'), 'erasures'),
};
