import { useMutation } from '@tanstack/react-query';
import {
  createRegistrationFeeMutation,
  getSettingsOptions,
  listCitiesOptions,
  listCountriesOptions,
  listRegistrationFeesOptions,
  listStatesOptions,
  updateRegistrationFeeMutation,
  updateSettingsMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { listDocumentKindsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { siteData } from '@/domain/site';
import { setBrand } from '@/lib/brandNames';
import { useInvalidate } from '@/lib/useInvalidate';

/**
 * The platform settings: names, contacts, enrollment defaults, payment with VAT, and the seller.
 */
export const settingsQuery = () =>
  getSettingsOptions({ query: { keys: ['general', 'enrollment', 'payment', 'seller'] } });

/** Changes the settings and updates the site's data. */
export function useUpdateSettings() {
  const refresh = useInvalidate('settings', 'site');
  return useMutation({
    ...updateSettingsMutation(),
    onSuccess: ({ data: settings }) => {
      siteData.update((site) => ({ ...site, settings }));
      setBrand({
        en: settings.general.product_name_en,
        ar: settings.general.product_name_ar,
      });
      return refresh();
    },
  });
}

export const useAddFee = () =>
  useMutation({ ...createRegistrationFeeMutation(), onSuccess: useInvalidate('settings', 'site') });

export const useEditFee = () =>
  useMutation({ ...updateRegistrationFeeMutation(), onSuccess: useInvalidate('settings', 'site') });

// The overview shows only the number.
const one = { query: { page_size: 1 } };

export const countryCountQuery = () => listCountriesOptions(one);
export const countOfStates = () => listStatesOptions(one);
export const countOfCities = () => listCitiesOptions(one);
export const countOfDocuments = () => listDocumentKindsOptions(one);

/** Current and planned fees of all profile types. */
export const feesQuery = () =>
  listRegistrationFeesOptions({ query: { page_size: 100, sort: '-valid_from' } });
