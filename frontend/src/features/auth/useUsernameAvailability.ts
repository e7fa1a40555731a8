import { useQuery } from '@tanstack/react-query';
import { getUsernameAvailability } from '@/api/identity';
import * as personFields from '@/domain/personFields';
import { useDebounced } from '@/lib/useDebounced';

/** The availability of a username; `unknown` while it is invalid. */
export type Availability = 'unknown' | 'checking' | 'available' | 'unavailable';

/**
 * Checks a username after typing pauses. Any failure counts as unavailable. The `sent` username is
 * not checked, because it may belong to the account just created.
 */
export function useUsernameAvailability(
  typed: string,
  sent?: string,
): {
  availability: Availability;
  askAgain: () => Promise<boolean>;
} {
  const parsed = personFields.username.safeParse(typed);
  const wanted = parsed.success && parsed.data !== sent ? parsed.data : '';
  const settled = useDebounced(wanted);
  const query = useQuery({
    queryKey: ['username-available', wanted],
    queryFn: async ({ signal }) =>
      (await getUsernameAvailability({ body: { username: wanted }, signal })).data,
    enabled: wanted !== '' && wanted === settled,
    retry: false,
  });
  const askAgain = async () => (await query.refetch()).data === true;

  if (wanted === '') return { availability: 'unknown', askAgain };
  if (query.isPending || query.isFetching) return { availability: 'checking', askAgain };
  return { availability: query.data === true ? 'available' : 'unavailable', askAgain };
}
