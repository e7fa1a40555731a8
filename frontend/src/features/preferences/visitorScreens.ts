import type { Screens } from '@/routes/types';

export const unsubscribeScreens: Screens = { unsubscribe: () => import('./UnsubscribePage') };
