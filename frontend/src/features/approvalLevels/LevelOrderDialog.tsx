import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentType } from '@/api/approvals';
import { OrderDialog } from '@/components/order/OrderDialog';
import { useContentTypes } from '@/domain/site/contentTypes';
import { localized, useLocale } from '@/i18n';
import { levelsQuery, useOrderLevels } from './queries';

/** The order in which requests of a content type go through its levels. */
export default function LevelOrderDialog({
  contentType = 'organization',
  onClose,
}: {
  contentType: ContentType | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [chosen, choose] = useState<ContentType>(contentType);
  const save = useOrderLevels();
  const { data, error, isFetching, refetch } = useQuery(levelsQuery(chosen));
  return (
    <OrderDialog
      text={t('approval_levels.order_text')}
      empty={t('approval_levels.none')}
      items={isFetching && !save.isError ? undefined : data?.data}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(level) => localized(level, 'name', locale)}
      which={{
        label: t('approval_levels.content_type'),
        options: useContentTypes(),
        value: chosen,
        onChange: (value) => choose(value as ContentType),
      }}
      onSave={(order) =>
        save.mutateAsync({
          body: { content_type: chosen, level_ids: order.map(({ id }) => id) },
        })
      }
      onClose={onClose}
    />
  );
}
