import { LocalizationProvider } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import dayjs from 'dayjs';
import 'dayjs/locale/ar-sa';
import 'dayjs/locale/en-gb';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { type FieldValues, useController } from 'react-hook-form';
import { useLocale } from '@/i18n';
import type { FieldProps } from './types';

dayjs.extend(customParseFormat);

const ISO = 'YYYY-MM-DD';

type DateInputProps<Values extends FieldValues> = FieldProps<Values> & {
  /** The first and the last day that can be chosen, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
};

/** A Gregorian day; the value is `YYYY-MM-DD`, or null. */
export function DateInput<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  required,
  disabled,
  min,
  max,
}: DateInputProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled });
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={useLocale() === 'ar' ? 'ar-sa' : 'en-gb'}
    >
      <DatePicker
        label={label}
        format="DD/MM/YYYY"
        value={field.value ? dayjs(field.value, ISO) : null}
        onChange={(day) => field.onChange(day?.isValid() ? day.format(ISO) : null)}
        minDate={min ? dayjs(min, ISO) : undefined}
        maxDate={max ? dayjs(max, ISO) : undefined}
        disabled={field.disabled}
        inputRef={field.ref}
        slotProps={{
          textField: {
            name,
            required,
            onBlur: field.onBlur,
            error: fieldState.invalid,
            helperText: fieldState.error?.message ?? hint,
          },
        }}
      />
    </LocalizationProvider>
  );
}
