import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { visuallyHidden } from '@mui/utils';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SignUpForm, SignUpInput } from './signUpForm';
import type { Availability } from './useUsernameAvailability';

interface UsernameInputProps {
  control: Control<SignUpInput, unknown, SignUpForm>;
  availability: Availability;
}

/** Input for a new username, which shows its availability while typing. */
export function UsernameInput({ control, availability }: UsernameInputProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'username' });
  const { ref, ...input } = field;
  const said = availability === 'unknown' ? '' : t(`auth.username_${availability}`);
  return (
    <Box>
      <TextField
        {...input}
        inputRef={ref}
        label={t('person.username')}
        autoComplete="username"
        error={fieldState.invalid || availability === 'unavailable'}
        helperText={fieldState.error?.message ?? (said || t('auth.username_hint'))}
        slotProps={{
          htmlInput: { dir: 'ltr', autoCapitalize: 'none', spellCheck: false },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <Sign availability={availability} />
              </InputAdornment>
            ),
          },
        }}
      />
      <span aria-live="polite" style={visuallyHidden}>
        {availability === 'checking' ? '' : said}
      </span>
    </Box>
  );
}

function Sign({ availability }: { availability: Availability }) {
  if (availability === 'checking') return <CircularProgress size={18} aria-hidden />;
  if (availability === 'available') return <CheckIcon color="success" />;
  if (availability === 'unavailable') return <ErrorIcon color="error" />;
  return null;
}
