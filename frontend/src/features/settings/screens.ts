import type { Screens } from '@/routes/types';

type Fees = keyof typeof import('./FeePages');

const fees = (name: Fees) => async () => ({ default: (await import('./FeePages'))[name] });

export const settingScreens: Screens = {
  settings: () => import('./SettingsPage'),
  settingsGlobal: () => import('./GlobalSettingsPage'),
  settingsStaffFee: fees('StaffFees'),
  settingsCandidateFee: fees('CandidateFees'),
  settingsOrganizationFee: fees('OrganizationFees'),
};
