import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';
import { useLocale, withMessages } from '@/i18n';
import { formatDate } from '@/lib/format';

// The calendar is large and rarely used, so it is loaded on focus.
const DayField = lazy(withMessages(() => import('@/components/DayField')));

interface DateFilterProps {
  label: string;
  value: string;
  min?: string;
  onChange: (value: string) => void;
}

/** A date filter that loads its picker on the first focus. */
export function DateFilter({ label, value, min, onChange }: DateFilterProps) {
  const locale = useLocale();
  const [entered, setEntered] = useState(false);
  const enter = () => setEntered(true);
  const placeholder = (
    <TextField
      size="small"
      label={label}
      value={value && formatDate(value, locale)}
      onFocus={enter}
      slotProps={{ htmlInput: { readOnly: true } }}
    />
  );
  if (!entered) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <DayField
        label={label}
        value={value || null}
        min={min}
        onChange={(day) => onChange(day ?? '')}
        clearable
        textField={{ size: 'small', autoFocus: true }}
      />
    </Suspense>
  );
}
