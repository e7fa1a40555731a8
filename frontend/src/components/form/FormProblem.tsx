import Button from '@mui/material/Button';
import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '@/components/feedback/FailureAlert';
import type { Any } from '@/lib/any';

/** The error of the form as a whole, set by `showProblem`, with a button to resubmit. */
export function FormProblem<Values extends FieldValues>({
  control,
}: {
  control: Control<Values, unknown, Any>;
}) {
  const { t } = useTranslation();
  const { errors } = useFormState({ control });
  const { root, ...fields } = errors;
  const problem = root?.server;
  if (!problem?.message) return null;
  return (
    <FailureAlert
      failure={problem}
      leavesFocus={Object.keys(fields).length > 0}
      action={
        problem.type === 'transient' && (
          <Button type="submit" color="inherit" size="small">
            {t('common.try_again')}
          </Button>
        )
      }
      // On its own line above the buttons.
      sx={{ flexBasis: '100%', gridColumn: '1 / -1' }}
    >
      {problem.message}
    </FailureAlert>
  );
}
