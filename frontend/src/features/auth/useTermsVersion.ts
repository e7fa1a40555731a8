import { useQuery } from '@tanstack/react-query';
import { getPageOptions } from '@/api/catalog/@tanstack/react-query.gen';

/** The version of the terms that the form links to, once it is known: what is accepted with it. */
export const useTermsVersion = (): number | undefined =>
  useQuery(getPageOptions({ path: { slug: 'terms-conditions' } })).data?.number;
