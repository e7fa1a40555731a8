import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CannedAnswerRead, deleteCannedAnswer } from '@/api/notifications';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useFamily } from '@/components/list/useFamily';
import { localized, useLocale } from '@/i18n';
import { useIsScheduled } from '@/lib/undoQueue';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';
import { CannedAnswerDialog } from './CannedAnswerDialog';
import { cannedAnswers } from './lists';

// Loaded on demand, because only users who reorder need drag and drop.
const CannedAnswerOrderDialog = lazy(() => import('./CannedAnswerOrderDialog'));

const column = defineColumns<CannedAnswerRead>();

/** Prepared answers to queries. */
export default function CannedAnswerListPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isHeld = useIsScheduled();
  const [edited, edit] = useState<CannedAnswerRead | 'new' | null>(null);
  const [removed, remove] = useState<CannedAnswerRead | null>(null);
  const [ordering, setOrdering] = useState(false);
  const getName = (answer: CannedAnswerRead) => localized(answer, 'name', locale);
  return (
    <>
      <ListPage
        list={cannedAnswers}
        title={t('routes.cannedAnswers')}
        lead={t('canned_answers.lead')}
        sections={useFamily('queries')}
        action={
          <>
            <Button variant="outlined" onClick={() => setOrdering(true)}>
              {t('order.change')}
            </Button>
            <Button variant="contained" onClick={() => edit('new')}>
              {t('canned_answers.add')}
            </Button>
          </>
        }
        columns={[
          column.text('name', t('canned_answers.name'), {
            read: (row) =>
              isHeld(row.id) ? t('deletion.row', { name: getName(row) }) : getName(row),
            minWidth: 180,
          }),
          column.text('text', t('canned_answers.text'), {
            read: (row) => localized(row, 'text', locale),
            flex: 2.4,
          }),
        ]}
        actions={{
          name: getName,
          of: (row) =>
            isHeld(row.id)
              ? []
              : [
                  { label: t('common.edit'), onSelect: () => edit(row) },
                  { label: t('common.delete'), danger: true, onSelect: () => remove(row) },
                ],
        }}
        empty={{
          title: t('canned_answers.none'),
          description: t('canned_answers.none_hint'),
        }}
      />
      {edited && (
        <CannedAnswerDialog
          answer={edited === 'new' ? undefined : edited}
          onClose={() => edit(null)}
        />
      )}
      {ordering && (
        <Suspense>
          <CannedAnswerOrderDialog onClose={() => setOrdering(false)} />
        </Suspense>
      )}
      {removed && <Removal answer={removed} onClose={() => remove(null)} />}
    </>
  );
}

function Removal({ answer, onClose }: { answer: CannedAnswerRead; onClose: () => void }) {
  const { t } = useTranslation();
  const name = localized(answer, 'name', useLocale());
  const remove = useUndoableDeletion('queries');
  const send = () => deleteCannedAnswer({ path: { answer_id: answer.id }, keepalive: true });
  return (
    <ConfirmDialog
      open
      title={t('deletion.title', { name })}
      confirmLabel={t('common.delete')}
      color="error"
      onConfirm={() => {
        remove({ id: answer.id, name, send });
        onClose();
      }}
      onClose={onClose}
    >
      {t('canned_answers.delete_text')}
    </ConfirmDialog>
  );
}
