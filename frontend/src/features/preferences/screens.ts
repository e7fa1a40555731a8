import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const page = withMessages(() => import('./PreferencesPage'), 'notifications', 'preferences');

export const preferenceScreens: Screens = { accountNotices: page, candidateNotices: page };
