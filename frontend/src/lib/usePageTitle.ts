import { useEffect } from 'react';
import { useBrand } from '@/i18n';

/** Names the document after the page: "Title · Itqan". */
export function usePageTitle(title: string | undefined): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}
