import { useQuery } from '@tanstack/react-query';
import { getUsernameAvailability } from '@/api/identity';
import * as personFields from '@/domain/personFields';
import { useDebounced } from '@/lib/useDebounced';

/** What is known of a wanted username; `unknown` while it breaks the rules. */
export type Availability = 'unknown' | 'checking' | 'available' | 'unavailable';

/**
 * Asks for a username once the typing pauses. Any failure means that it is not available. The one that
 * was `sent` is not asked for: it may belong to the account that was just made.
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
