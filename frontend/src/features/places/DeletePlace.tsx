import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PlaceUsage } from '@/api/catalog';
import { DeletionDialog } from '@/components/feedback/DeletionDialog';
import { localized, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';

interface DeletePlaceProps {
  place: { id: string; name_en: string; name_ar: string };
  usage: UseQueryOptions<Any, Any, PlaceUsage, Any>;
  /** Deletes the place with `keepalive`, so that leaving the document does not cancel it. */
  send: () => Promise<unknown>;
  onClose: () => void;
}

const kinds = ['states', 'cities', 'batches'] as const;

/** Confirms the deletion of a country, state or city. */
export function DeletePlace({ place, usage, send, onClose }: DeletePlaceProps) {
  const { t } = useTranslation();
  const name = localized(place, 'name', useLocale());
  const remove = useUndoableDeletion('places');
  const { data, error } = useQuery({ ...usage, staleTime: 0 });
  return (
    <DeletionDialog
      name={name}
      uses={
        data &&
        kinds
          .map((kind) => ({ kind, count: data[kind] ?? 0 }))
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => t(`places.uses.${kind}`, { count }))
      }
      instead={t('places.hide_instead')}
      error={error}
      onDelete={() => remove({ id: place.id, name, send })}
      onClose={onClose}
    />
  );
}
