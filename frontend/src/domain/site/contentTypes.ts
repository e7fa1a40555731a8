import { useTranslation } from 'react-i18next';
import { zContentType } from '@/api/approvals/zod.gen';
import { toOptions } from '@/lib/options';

/** Returns the content types that need approval, as options. */
export function useContentTypes() {
  const { t } = useTranslation();
  return toOptions(zContentType.options, (type) => t(`approvals.content.${type}`));
}
