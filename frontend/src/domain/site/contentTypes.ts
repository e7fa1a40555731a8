import { useTranslation } from 'react-i18next';
import { zContentType } from '@/api/approvals/zod.gen';
import { toOptions } from '@/lib/options';

/** What can be submitted for approval, as the choices of a field. */
export function useContentTypes() {
  const { t } = useTranslation();
  return toOptions(zContentType.options, (type) => t(`approvals.content.${type}`));
}
