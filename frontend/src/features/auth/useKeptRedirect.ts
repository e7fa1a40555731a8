import { useSearchParams } from 'react-router';
import { withRedirect } from '@/lib/access';

/** Returns a function that adds the redirect target to links between auth pages. */
export function useKeptRedirect(): (path: string) => string {
  const [params] = useSearchParams();
  const redirect = params.get('redirect');
  return (path) => (redirect ? withRedirect(path, redirect) : path);
}
