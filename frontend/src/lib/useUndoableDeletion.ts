import { useTranslation } from 'react-i18next';
import type { Tag } from '@/api/runtime/tags.gen';
import { useUndoable } from './useUndoable';

interface Deletion {
  id: string;
  /** The name of the record. */
  name: string;
  /** Deletes the record; must outlive the document (`keepalive`). */
  send: () => Promise<unknown>;
}

/** Deletes a record when the time to undo it is over. */
export function useUndoableDeletion(...tags: Tag[]): (deletion: Deletion) => void {
  const { t } = useTranslation();
  const { start } = useUndoable(...tags);
  return ({ id, name, send }) =>
    start({
      id,
      run: send,
      pending: t('deletion.held', { name }),
      done: t('deletion.done', { name }),
      failed: t('deletion.failed', { name }),
    });
}
