import type { ComponentType } from 'react';
import { authScreens } from '@/features/auth/screens';
import { enrollmentScreens } from '@/features/enrollments/screens';
import { homeScreens } from '@/features/home/screens';
import { notificationScreens } from '@/features/notifications/screens';
import { numberScreens } from '@/features/numbers/screens';
import { paymentScreens } from '@/features/payments/screens';
import { profileScreens } from '@/features/profile/screens';
import { trainingScreens } from '@/features/trainings/screens';
import type { RouteName } from './paths';

/** The screens of a feature: for each route, the module whose default export shows it. */
export type Screens = Partial<Record<RouteName, () => Promise<{ default: ComponentType }>>>;

/** Every screen there is. A route without one shows that it is not built yet. */
export const screens: Screens = {
  dashboard: () => import('./DashboardPage'),
  ...homeScreens,
  ...authScreens,
  ...trainingScreens,
  ...enrollmentScreens,
  ...paymentScreens,
  ...profileScreens,
  ...notificationScreens,
  ...numberScreens,
};
