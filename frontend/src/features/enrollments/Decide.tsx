import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnrollmentRead } from '@/api/enrollment';
import { FormDialog } from '@/components/form/FormDialog';
import { usePersonName } from '@/components/Person';
import { toast } from '@/lib/toast';
import { useAccept, useReject } from './deskQueries';
import { ReasonField, useReasonForm } from './ReasonField';
import { useRefusalText } from './useRefusalText';

/** Accepting and rejecting a request, as far as its state lets the reader; else nothing. */
export function Decide({
  enrollment,
  size = 'medium',
}: {
  enrollment: EnrollmentRead;
  size?: ButtonProps['size'];
}) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const [rejecting, setRejecting] = useState(false);
  const accept = useAccept();
  const actions = enrollment.allowed_actions;
  const name = usePersonName()(enrollment.candidate);
  if (!actions.includes('accept') && !actions.includes('reject')) return null;
  return (
    // In a row that leads elsewhere, the buttons and the dialog go their own way.
    <Box
      onClick={(event) => event.stopPropagation()}
      // The table would take the focus for its cell, away from the dialog.
      onMouseDown={(event) => event.stopPropagation()}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {actions.includes('accept') && (
        <Button
          variant="contained"
          size={size}
          data-row-key="a"
          loading={accept.isPending}
          onClick={() =>
            accept.mutate(
              { path: { enrollment_id: enrollment.id } },
              {
                onSuccess: () => toast.success(t('enrollments.accepted', { name })),
                // In a list there is no better place for it.
                onError: (error) => toast.error(refusalText(error)),
              },
            )
          }
        >
          {t('enrollments.accept')}
        </Button>
      )}
      {actions.includes('reject') && (
        <Button
          variant="outlined"
          color="error"
          size={size}
          data-row-key="r"
          onClick={() => setRejecting(true)}
        >
          {t('enrollments.reject')}
        </Button>
      )}
      {rejecting && (
        <RejectDialog enrollment={enrollment} name={name} onClose={() => setRejecting(false)} />
      )}
    </Box>
  );
}

function RejectDialog({
  enrollment,
  name,
  onClose,
}: {
  enrollment: EnrollmentRead;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const reject = useReject();
  const form = useReasonForm();
  return (
    <FormDialog
      form={form}
      title={t('enrollments.reject_title', { name })}
      text={t('enrollments.reject_text')}
      saveLabel={t('enrollments.reject')}
      color="error"
      onSave={async (body) => {
        await reject.mutateAsync({ path: { enrollment_id: enrollment.id }, body });
        toast.success(t('enrollments.rejected_done', { name }));
      }}
      onClose={onClose}
    >
      <ReasonField control={form.control} />
    </FormDialog>
  );
}
