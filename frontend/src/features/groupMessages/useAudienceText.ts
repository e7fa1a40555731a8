import { useTranslation } from 'react-i18next';
import type { GroupMessageRow } from '@/api/notifications';
import { localized, useLocale } from '@/i18n';

/** Returns a short description of the recipients. */
export function useAudienceText() {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ batch }: Pick<GroupMessageRow, 'batch'>) => {
    if (!batch) return t('group_messages.group');
    const title = localized(batch, 'title', locale) || t('group_messages.a_batch');
    return batch.code ? `${title} · \u2066${batch.code}\u2069` : title;
  };
}
