import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const placeScreens: Screens = {
  settingsCountry: withMessages(() => import('./CountryListPage'), 'deletion', 'places'),
  settingsState: withMessages(() => import('./StateListPage'), 'deletion', 'places'),
  settingsCities: withMessages(() => import('./CityListPage'), 'deletion', 'places'),
};
