import type { Screens } from '@/routes/types';

const page = () => import('./PreferencesPage');

export const preferenceScreens: Screens = { accountNotices: page, candidateNotices: page };
