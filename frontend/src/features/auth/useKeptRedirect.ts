import { useSearchParams } from 'react-router';
import { withRedirect } from '@/lib/access';

/** Makes addresses of the pages of signing in and up that lead on to where the visitor came from. */
export function useKeptRedirect(): (path: string) => string {
  const [params] = useSearchParams();
  const redirect = params.get('redirect');
  return (path) => (redirect ? withRedirect(path, redirect) : path);
}
