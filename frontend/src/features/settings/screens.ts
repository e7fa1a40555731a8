import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type Fees = keyof typeof import('./FeePages');

const fees = (name: Fees) =>
  withMessages(async () => ({ default: (await import('./FeePages'))[name] }), 'deletion', 'fees');

export const settingScreens: Screens = {
  settings: withMessages(() => import('./SettingsPage'), 'fees', 'settings'),
  settingsGlobal: withMessages(() => import('./GlobalSettingsPage'), 'settings'),
  settingsStaffFee: fees('StaffFees'),
  settingsCandidateFee: fees('CandidateFees'),
  settingsOrganizationFee: fees('OrganizationFees'),
};
