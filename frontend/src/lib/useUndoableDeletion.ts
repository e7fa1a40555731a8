import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Tag } from '@/api/tags.gen';
import { hold, takeBack } from './held';
import { prepareKeepalive } from './session';
import { toast } from './toast';
import { invalidate } from './useInvalidate';
import { useProblemText } from './useProblemText';

interface Deletion {
  id: string;
  /** What the record is called. */
  name: string;
  /** Deletes it; must be able to outlive the document (`keepalive`). */
  send: () => Promise<unknown>;
}

/**
 * Deletes a record after the time in which the toast takes that back; nothing is sent before. Until
 * then `useIsHeld` says so of the record's id. What shows it is asked for again by the tags.
 */
export function useUndoableDeletion(...tags: Tag[]): (deletion: Deletion) => void {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const client = useQueryClient();
  return ({ id, name, send }) => {
    void prepareKeepalive();
    hold(id, async () => {
      try {
        await send();
        toast.success(t('deletion.done', { name }));
      } catch (problem) {
        toast.error(`${name}: ${textOf(problem)}`);
      }
      toast.dismiss(id);
      await invalidate(client, tags);
    });
    const undo = () => {
      takeBack(id);
      toast.dismiss(id);
    };
    const action = { key: id, label: t('common.undo'), run: undo };
    toast.info(t('deletion.held', { name }), action);
  };
}
