import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderDialog as Dialog } from '@/components/order/OrderDialog';
import { localized, useLocale } from '@/i18n';
import type { Level } from './levels';
import { siblingsQuery, useMainCategories, useOrderCategories } from './queries';

interface OrderDialogProps {
  level: Level;
  onClose: () => void;
}

/** The order of the main categories, or of the subcategories of one. */
export default function OrderDialog({ level, onClose }: OrderDialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const main = useMainCategories();
  const save = useOrderCategories();
  const [chosen, choose] = useState<string | null>(null);
  const parentId = level === 'main' ? null : (chosen ?? main.options[0]?.value ?? null);
  const { data, error, isFetching, refetch } = useQuery({
    ...siblingsQuery(parentId),
    enabled: level === 'main' || parentId !== null,
  });
  return (
    <Dialog
      text={t('categories.order_text')}
      empty={t('categories.sub.none')}
      // Keep the moved order: a refused save refetches the categories.
      items={isFetching && !save.isError ? undefined : data?.data}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(category) => localized(category, 'name', locale)}
      which={
        level === 'sub'
          ? {
              label: t('categories.parent'),
              options: main.options,
              value: parentId ?? '',
              onChange: choose,
            }
          : undefined
      }
      onSave={(order) =>
        save.mutateAsync({
          body: {
            parent_id: parentId,
            categories: order.map(({ id, version }) => ({ id, version })),
          },
        })
      }
      onClose={onClose}
    />
  );
}
