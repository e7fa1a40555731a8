import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ManagedBatch } from '@/api/catalog';
import type { BatchEnrollments } from '@/api/enrollment';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { useLocale } from '@/i18n';
import { useOpens } from '@/lib/access';
import { formatMoney } from '@/lib/format';
import { toast } from '@/lib/toast';
import { batchEnrollmentsQuery, useCancelBatch, usePublishBatch } from './queries';

export type BatchQuestion = 'publish' | 'cancel';

interface BatchDialogProps {
  batch: ManagedBatch;
  question: BatchQuestion;
  onClose: () => void;
}

/** Confirms an action on a batch with its consequences. */
export function BatchDialog({ batch, question, onClose }: BatchDialogProps) {
  const { t } = useTranslation();
  const changes = { publish: usePublishBatch(), cancel: useCancelBatch() };
  const { mutate, isPending, error } = changes[question];
  return (
    <ConfirmDialog
      open
      title={t(`batches.confirm.${question}.title`, { code: `\u2066${batch.code}\u2069` })}
      confirmLabel={t(`batches.do.${question}`)}
      closeLabel={question === 'cancel' ? t('batches.keep') : undefined}
      color={question === 'cancel' ? 'error' : 'primary'}
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { batch_id: batch.id } },
          {
            onSuccess: () => {
              toast.success(t(`batches.done.${question}`));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {question === 'publish' ? (
        t('batches.confirm.publish.text')
      ) : (
        <WhomItConcerns batchId={batch.id} />
      )}
    </ConfirmDialog>
  );
}

/** The people who lose their seats, and their refunds. */
function WhomItConcerns({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const mayRead = useOpens()('enrollments');
  const { data } = useQuery({ ...batchEnrollmentsQuery(batchId), enabled: mayRead, staleTime: 0 });
  return (
    <>
      {data && <AffectedPeople people={data} />}
      <p>{t('batches.confirm.cancel.text')}</p>
    </>
  );
}

function AffectedPeople({ people }: { people: BatchEnrollments }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { active, refunding_minor, currency } = people;
  if (active === 0) return <p>{t('batches.confirm.cancel.nobody')}</p>;
  return (
    <p>
      {t('batches.confirm.cancel.people', { count: active })}{' '}
      {refunding_minor > 0 &&
        t('batches.confirm.cancel.refund', {
          amount: formatMoney(refunding_minor, currency, locale),
        })}
    </p>
  );
}
