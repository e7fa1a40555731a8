import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Tag } from '@/api/runtime/tags.gen';
import { type Action, dismissFailure, runAction } from './failures';
import { prepareKeepalive } from './session';
import { toast } from './toast';
import { scheduleUndoable, undoScheduled } from './undoQueue';
import { invalidate } from './useInvalidate';

interface Undoable extends Omit<Action, 'key'> {
  /** The ID of the affected record. */
  id: string;
  /** The text of the toast while undo is possible. */
  pending: string;
  done: string;
}

/**
 * Runs an action when the time to undo it is over. Until then `useIsScheduled` returns true for the
 * record's ID. `run` must outlive the document (`keepalive`). It also refetches after a failure,
 * because the record is unchanged or another user decided.
 */
export function useUndoable(...tags: Tag[]): { start: (action: Undoable) => void; undo: Undo } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undo = (id: string) => {
    undoScheduled(id);
    toast.dismiss(id);
  };
  const start = ({ id, pending: held, done, run, ...action }: Undoable) => {
    const send = async () => {
      try {
        await run();
      } catch (error) {
        void invalidate(client, tags);
        throw error;
      } finally {
        toast.dismiss(id);
      }
      toast.success(done);
      await invalidate(client, tags);
    };
    void prepareKeepalive();
    dismissFailure(id);
    scheduleUndoable(id, () => runAction({ ...action, key: id, run: send }));
    toast.info(held, { key: id, label: t('common.undo'), run: () => undo(id) });
  };
  return { start, undo };
}

type Undo = (id: string) => void;
