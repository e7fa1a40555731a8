import { useMatches } from 'react-router';
import type { PageSlug } from '@/api/catalog';
import { paths } from '@/routes/paths';
import type { RouteHandle } from '@/routes/types';
import { Content } from './Content';

/** A content page by its path. */
export default function ContentPage() {
  const handle = useMatches().at(-1)?.handle as RouteHandle;
  const name = handle.name ?? 'about';
  return <Content name={name} slug={paths[name].slice(1) as PageSlug} />;
}
