import { useEffect } from 'react';
import { useBrand } from '@/i18n';

/** Sets the document's title: "Title · Itqan". */
export function usePageTitle(title: string | undefined): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title, brand]);
}
