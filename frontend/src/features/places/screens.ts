import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const placeScreens: Screens = {
  settingsCountry: withMessages(() => import('./CountryListPage')),
  settingsState: withMessages(() => import('./StateListPage')),
  settingsCities: withMessages(() => import('./CityListPage')),
};
