import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { BulkEnrollmentDetail } from '@/api/enrollment';
import type { Crumb } from '@/components/Crumbs';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { PageContainer } from '@/components/PageContainer';
import { StatusChip } from '@/components/StatusChip';
import { localized, useLocale } from '@/i18n';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { BoughtStep } from './BoughtStep';
import { type BulkStep, BulkSteps } from './BulkSteps';
import { CheckStep } from './CheckStep';
import { ConfirmStep } from './ConfirmStep';
import { FixErrorsStep } from './FixErrorsStep';
import { MappingStep } from './MappingStep';
import { bulkQuery, useCancel } from './queries';
import { ResultStep } from './ResultStep';
import { useProgress } from './useProgress';

const PAYS_MS = 5000;
const cancellable: readonly string[] = ['mapping', 'checking', 'checked', 'awaiting_payment'];

/** A bulk enrollment at its current step, shared by the organization. */
export function BulkEnrollment({
  id,
  trail,
  of,
}: {
  id: string;
  trail: readonly Crumb[];
  /** The batch, if it is for a single one. */
  of?: ReactNode;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...bulkQuery(id),
    // The provider confirms the payment to the server, so poll.
    refetchInterval: ({ state }) => (state.data?.status === 'awaiting_payment' ? PAYS_MS : false),
  });
  if (data) return <LoadedBulkEnrollment bulk={data} trail={trail} of={of} />;
  return (
    <PageContainer title={t('routes.bulkEnrollment')} trail={trail}>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />
      )}
    </PageContainer>
  );
}

function LoadedBulkEnrollment({
  bulk,
  trail,
  of,
}: {
  bulk: BulkEnrollmentDetail;
  trail: readonly Crumb[];
  of: ReactNode;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isAdmin = useSession().profile?.type === 'admin';
  const [cancelling, setCancelling] = useState(false);
  return (
    <PageContainer
      title={
        bulk.file_name ||
        t(bulk.bought_seats ? 'bulk_enrollments.bought.title' : 'routes.bulkEnrollment')
      }
      subtitle={
        (of || isAdmin) && (
          <>
            {of}
            {isAdmin && <div>{localized(bulk, 'organization_name', locale)}</div>}
          </>
        )
      }
      trail={trail}
      actions={
        <>
          {bulk.test && <Chip size="medium" color="info" label={t('bulk_enrollments.test.name')} />}
          <StatusChip noun="bulk_enrollment" status={bulk.status} size="medium" />
          {cancellable.includes(bulk.status) && (
            <Button color="error" size="small" onClick={() => setCancelling(true)}>
              {t(bulk.bought_seats ? 'bulk_enrollments.bought.cancel' : 'bulk_enrollments.cancel')}
            </Button>
          )}
        </>
      }
      compact
    >
      {bulk.test && (
        <Alert severity="info" sx={{ mb: 2.5 }}>
          {t('bulk_enrollments.test.text')}
        </Alert>
      )}
      {bulk.bought_seats ? <BoughtStep bulk={bulk} /> : <Step bulk={bulk} />}
      {cancelling && <CancelDialog bulk={bulk} onClose={() => setCancelling(false)} />}
    </PageContainer>
  );
}

function Step({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const [params, setParams] = useSearchParams();
  const progress = useProgress(bulk);
  // The grid stays open while corrected rows are validated again.
  const [isFixing, setIsFixing] = useState(bulk.status === 'checked');
  if (bulk.status === 'checked' && !isFixing) setIsFixing(true);

  const openStep = (step: BulkStep | null) => {
    if (step === null) setIsFixing(false);
    const next = new URLSearchParams(params);
    if (step) next.set('step', step);
    else next.delete('step');
    setParams(next);
  };
  const step = getStep(bulk, params.get('step'));
  return (
    <>
      <BulkSteps active={step} />
      {step === 'columns' && <MappingStep bulk={bulk} onDone={() => openStep(null)} />}
      {step === 'check' && !isFixing && <CheckStep bulk={bulk} progress={progress} />}
      {step === 'check' && isFixing && <FixErrorsStep bulk={bulk} goTo={openStep} />}
      {step === 'confirm' && <ConfirmStep bulk={bulk} goTo={openStep} />}
      {step === 'result' && <ResultStep bulk={bulk} progress={progress} />}
    </>
  );
}

/**
 * Returns the current step; during the check the URL may select the columns or the confirmation.
 */
function getStep({ status }: BulkEnrollmentDetail, named: string | null): BulkStep {
  if (status === 'mapping') return 'columns';
  if (status === 'checking') return named === 'confirm' ? 'confirm' : 'check';
  if (status === 'checked') return named === 'columns' || named === 'confirm' ? named : 'check';
  return 'result';
}

function CancelDialog({ bulk, onClose }: { bulk: BulkEnrollmentDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const cancel = useCancel();
  const reserved = bulk.status === 'awaiting_payment';
  const text = bulk.bought_seats
    ? 'bulk_enrollments.bought.cancel_text'
    : reserved
      ? 'bulk_enrollments.cancel_reserved'
      : 'bulk_enrollments.cancel_text';
  return (
    <ConfirmDialog
      open
      title={t(
        bulk.bought_seats
          ? 'bulk_enrollments.bought.cancel_title'
          : 'bulk_enrollments.cancel_title',
      )}
      confirmLabel={t(
        bulk.bought_seats ? 'bulk_enrollments.bought.cancel' : 'bulk_enrollments.cancel',
      )}
      closeLabel={t('common.back')}
      color="error"
      pending={cancel.isPending}
      error={cancel.error}
      onConfirm={() =>
        cancel.mutate(
          { path: { bulk_id: bulk.id } },
          {
            onSuccess: () => {
              toast.success(
                t(
                  bulk.bought_seats
                    ? 'bulk_enrollments.bought.cancelled'
                    : 'bulk_enrollments.cancelled',
                ),
              );
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t(text)}
    </ConfirmDialog>
  );
}
