import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail, BulkRowRead } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { EditGrid } from '@/components/grid/EditGrid';
import { ExportMenu } from '@/components/list/ExportMenu';
import { useLocale } from '@/i18n';
import type { BulkStep } from './BulkSteps';
import { gridRow, useGridColumns } from './columns';
import { DecideCard } from './DecideCard';
import {
  gridQuery,
  saveCells,
  useDecide,
  useInvalidateCounts,
  useReplaceFile,
  useSaveFile,
} from './queries';
import { StateCounts } from './StateCounts';
import { UploadCard } from './UploadCard';

interface FixErrorsStepProps {
  bulk: BulkEnrollmentDetail;
  goTo: (step: BulkStep | null) => void;
}

/** The result of the check: users correct rows, decide about them, or upload another file. */
export function FixErrorsStep({ bulk, goTo }: FixErrorsStepProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const columns = useGridColumns(bulk);
  const recount = useInvalidateCounts(bulk.id);
  const [replacing, setReplacing] = useState(false);
  const file = useSaveFile(bulk.id, locale);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <StateCounts bulk={bulk} />
        <Box sx={{ flex: 1 }} />
        <ExportMenu save={file} />
        <Button color="inherit" onClick={() => goTo('columns')}>
          {t('bulk_enrollments.change_columns')}
        </Button>
        <Button color="inherit" onClick={() => setReplacing(!replacing)}>
          {t('bulk_enrollments.upload_again')}
        </Button>
        <Button variant="contained" disabled={bulk.valid === 0} onClick={() => goTo('confirm')}>
          {t('bulk_enrollments.go_on', { count: bulk.valid })}
        </Button>
      </Box>
      {replacing && <AnotherFile bulk={bulk} onDone={() => goTo(null)} />}
      {bulk.status === 'checked' && bulk.invalid === 0 && (
        <Alert severity="success">{t('bulk_enrollments.all_valid')}</Alert>
      )}
      <DecideCard bulk={bulk} />
      <LeaveOut bulk={bulk} />
      <EditGrid<BulkRowRead>
        name="bulk-rows"
        label={t('bulk_enrollments.rows')}
        columns={columns}
        query={(view) => gridQuery(bulk.id, view)}
        read={(row) => gridRow(row, locale)}
        problemCount={bulk.invalid}
        save={async (changes) => {
          const rows = await saveCells(bulk.id, changes);
          await recount();
          return rows;
        }}
      />
    </Box>
  );
}

/** Excludes all invalid rows, or includes excluded ones again. */
function LeaveOut({ bulk }: { bulk: BulkEnrollmentDetail }) {
  const { t } = useTranslation();
  const decide = useDecide(bulk.id);
  const skipped = bulk.states.skipped ?? 0;
  if (bulk.invalid === 0 && skipped === 0) return null;
  const skip_faulty = decide.variables?.skip_faulty;
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {bulk.invalid > 0 && (
          <Button
            size="small"
            variant="outlined"
            loading={decide.isPending && skip_faulty}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ skip_faulty: true })}
          >
            {t('bulk_enrollments.leave_out_faulty', { count: bulk.invalid })}
          </Button>
        )}
        {skipped > 0 && (
          <Button
            size="small"
            variant="outlined"
            loading={decide.isPending && !skip_faulty}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ skip_faulty: false })}
          >
            {t('bulk_enrollments.take_up', { count: skipped })}
          </Button>
        )}
      </Box>
      <ActionError error={decide.error} />
    </Box>
  );
}

function AnotherFile({ bulk, onDone }: { bulk: BulkEnrollmentDetail; onDone: () => void }) {
  const replace = useReplaceFile();
  const path = { bulk_id: bulk.id };
  return (
    <UploadCard
      error={replace.error}
      pending={replace.isPending}
      onChoose={(file) => replace.mutate({ path, body: { file } }, { onSuccess: onDone })}
    />
  );
}
