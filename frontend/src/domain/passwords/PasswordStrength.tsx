import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useDeferredValue } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '@/components/form/types';
import type { createJudge } from './judge';
import { PASSWORD_LENGTH } from './length';

type PasswordStrengthProps<Values extends FieldValues> = FieldProps<Values> & {
  judge: ReturnType<typeof createJudge> | undefined;
  own: readonly (string | null | undefined)[];
};

/** The strength of a password and its weakness. The server decides. */
export function PasswordStrength<Values extends FieldValues>({
  control,
  name,
  judge,
  own,
}: PasswordStrengthProps<Values>) {
  const { t } = useTranslation();
  const typed: unknown = useWatch({ control, name });
  const password = useDeferredValue(typeof typed === 'string' ? typed : '');
  const missing = PASSWORD_LENGTH.min - [...password].length;
  const judgement = password && missing <= 0 ? judge?.(password, own) : undefined;
  const good = judgement === 'good';
  const [text, share] = ((): [string, number] => {
    if (!password) return [t('password_strength.hint', PASSWORD_LENGTH), 0];
    if (missing > 0) return [t('password_strength.missing', { count: missing }), 25];
    if (!judgement) return [t('password_strength.hint', PASSWORD_LENGTH), 50];
    return good ? [t('password_strength.good'), 100] : [t(`errors.${judgement}`), 50];
  })();
  return (
    <Box sx={{ mt: 0.5 }}>
      <LinearProgress
        variant="determinate"
        value={share}
        color={good ? 'success' : 'warning'}
        aria-label={t('password_strength.label')}
        aria-valuetext={text}
        sx={{ height: 6, borderRadius: 3, bgcolor: 'action.hover' }}
      />
      <Typography
        role="status"
        variant="body2"
        // Reserves two lines, so that the content below does not move while typing.
        sx={{ mt: 0.75, minHeight: '2lh', color: good ? 'success.main' : 'text.secondary' }}
      >
        {text}
      </Typography>
    </Box>
  );
}
