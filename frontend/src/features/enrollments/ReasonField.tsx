import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const MIN = 3;
const MAX = 500;

/** The text of a reason, and whether it may be sent; it is complained of only after `complain`. */
export function useReason() {
  const [text, setText] = useState('');
  const [complaining, setComplaining] = useState(false);
  const missing = text.trim().length < MIN;
  return {
    text: text.trim(),
    missing,
    complain: () => setComplaining(true),
    field: { value: text, onChange: setText, complaining: complaining && missing },
  };
}

/** Where the organization says why it rejects. */
export function ReasonField({
  value,
  onChange,
  complaining,
}: {
  value: string;
  onChange: (text: string) => void;
  complaining: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('enrollments.reason')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      multiline
      minRows={3}
      required
      autoFocus
      error={complaining}
      helperText={
        complaining ? t('validation.min_length', { count: MIN }) : t('enrollments.reason_hint')
      }
      slotProps={{ htmlInput: { maxLength: MAX } }}
      sx={{ mt: 2 }}
    />
  );
}
