import type { PageSlug } from '@/api/catalog';
import { getPageOptions } from '@/api/catalog/@tanstack/react-query.gen';

/** A content page as it is public now. */
export const pageQuery = (slug: PageSlug) => getPageOptions({ path: { slug } });
