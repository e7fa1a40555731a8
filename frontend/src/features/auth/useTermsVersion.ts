import { useQuery } from '@tanstack/react-query';
import { getPageOptions } from '@/api/catalog/@tanstack/react-query.gen';

/**
 * Returns the linked version of the terms, which the consent refers to; undefined while loading.
 */
export const useTermsVersion = (): number | undefined =>
  useQuery(getPageOptions({ path: { slug: 'terms-conditions' } })).data?.number;
