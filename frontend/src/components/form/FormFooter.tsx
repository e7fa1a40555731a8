import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TrailStart } from '@/components/Crumbs';
import { SubmitButton, submitRow } from './SubmitButton';

/** The sticky footer of a form: save, undo and the save state. */
export function FormFooter<Input extends FieldValues, Output>({
  form,
  label,
  note,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  label?: string;
  /** Shown while nothing is unsaved. */
  note?: ReactNode;
}) {
  const { t } = useTranslation();
  const inDashboard = useContext(TrailStart) === 'dashboard';
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  return (
    <Box
      sx={{
        ...submitRow,
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        py: 1.5,
        // The page's background, because the page scrolls below it.
        bgcolor: inDashboard ? 'surface.soft' : 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <SubmitButton control={form.control}>{label ?? t('common.save')}</SubmitButton>
      <Button
        color="inherit"
        size="large"
        disabled={isSubmitting}
        onClick={() => form.reset()}
        // Space is reserved, so that nothing moves when it appears.
        sx={{ visibility: isDirty ? 'visible' : 'hidden' }}
      >
        {t('common.cancel')}
      </Button>
      <Typography
        role="status"
        variant="body2"
        sx={{ marginInlineStart: 'auto', color: 'text.secondary' }}
      >
        {isDirty ? t('form.unsaved') : note}
      </Typography>
    </Box>
  );
}
