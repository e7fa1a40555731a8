import type { Screens } from '@/routes/types';

export const placeScreens: Screens = {
  settingsCountry: () => import('./CountryListPage'),
  settingsState: () => import('./StateListPage'),
  settingsCities: () => import('./CityListPage'),
};
