import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PermissionMatrix, RoleChange } from '@/api/identity';
import { SubmitButton, submitRow } from '@/components/form/SubmitButton';
import { useChangeText } from './words';

/** The unsaved changes, the number of affected users, and the buttons to save or discard. */
export function ChangesBar<Input extends FieldValues, Output>({
  form,
  matrix,
  changes,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  matrix: PermissionMatrix;
  changes: readonly RoleChange[];
}) {
  const { t } = useTranslation();
  const text = useChangeText(matrix);
  const { isSubmitting } = useFormState({ control: form.control });
  if (changes.length === 0) return null;
  const granted = changes.reduce((sum, { grant = [] }) => sum + grant.length, 0);
  const revoked = changes.reduce((sum, { revoke = [] }) => sum + revoke.length, 0);
  const people = changes.reduce(
    (sum, { role_id }) => sum + (matrix.roles.find(({ id }) => id === role_id)?.holders ?? 0),
    0,
  );
  return (
    <Box sx={barStyle}>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, maxHeight: 120, overflow: 'auto' }}>
        {changes.map((change) => (
          <li key={change.role_id}>{text(change)}</li>
        ))}
      </Box>
      <Box sx={submitRow}>
        <SubmitButton control={form.control}>{t('common.save')}</SubmitButton>
        <Button color="inherit" size="large" disabled={isSubmitting} onClick={() => form.reset()}>
          {t('form.discard')}
        </Button>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          <bdi dir="ltr">{`+${granted} −${revoked}`}</bdi>
          {' · '}
          {t('roles.users', { count: people })}
        </Typography>
      </Box>
    </Box>
  );
}

// Sticky, so that it stays visible while the matrix scrolls.
const barStyle = {
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  display: 'grid',
  gap: 1,
  py: 1.5,
  bgcolor: 'surface.soft',
  borderTop: 1,
  borderColor: 'divider',
} as const;
