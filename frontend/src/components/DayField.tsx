import { LocalizationProvider } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker, type DatePickerProps } from '@mui/x-date-pickers/DatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/ar-sa';
import 'dayjs/locale/en-gb';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '@/i18n';

dayjs.extend(customParseFormat);

const ISO = 'YYYY-MM-DD';
// While a year is typed, 2, 20 and 202 are valid years too; ignore them.
const FIRST_YEAR = 1900;

// Left to right in Arabic too: otherwise the parts swap once the last one is typed.
const dayFirst = {
  '& .MuiPickersSectionList-root': { direction: 'ltr /*! @noflip */' },
  '& .MuiPickersSectionList-section': { unicodeBidi: 'isolate' },
};

interface DayFieldProps {
  label: string;
  /** A Gregorian day as `YYYY-MM-DD`, or null. */
  value: string | null;
  /** Called with each complete day, and with null while it is incomplete. */
  onChange: (day: string | null) => void;
  /** The first and last selectable day, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  disabled?: boolean;
  clearable?: boolean;
  inputRef?: DatePickerProps['inputRef'];
  textField?: NonNullable<DatePickerProps['slotProps']>['textField'];
}

/**
 * A date field, typed or selected in a calendar, in the app's language rather than the browser's:
 * day, month, year, with Latin digits.
 */
export default function DayField({
  label,
  value,
  onChange,
  min,
  max,
  disabled,
  clearable = false,
  inputRef,
  textField,
}: DayFieldProps) {
  const locale = useLocale();
  const texts = useTexts();
  // Text that is not a complete date yet; passing null to the field would clear it.
  const [unfinished, setUnfinished] = useState<Dayjs | null>(null);
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={locale === 'ar' ? 'ar-sa' : 'en-gb'}
      localeText={texts}
    >
      <DatePicker
        label={label}
        format="DD/MM/YYYY"
        value={unfinished ?? (value ? dayjs(value, ISO) : null)}
        onChange={(day) => {
          const whole = day?.isValid() && day.year() >= FIRST_YEAR ? day : null;
          setUnfinished(whole ? null : day);
          const next = whole?.format(ISO) ?? null;
          if (next !== value) onChange(next);
        }}
        minDate={min ? dayjs(min, ISO) : undefined}
        maxDate={max ? dayjs(max, ISO) : undefined}
        disabled={disabled}
        inputRef={inputRef}
        slotProps={{ field: { clearable }, textField: { ...textField, sx: dayFirst } }}
      />
    </LocalizationProvider>
  );
}

/** The date picker's own texts, because MUI has none in Arabic. */
function useTexts(): DatePickerProps['localeText'] {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      previousMonth: t('date_picker.previous_month'),
      nextMonth: t('date_picker.next_month'),
      calendarViewSwitchingButtonAriaLabel: (view) =>
        t(view === 'year' ? 'date_picker.to_days' : 'date_picker.to_years'),
      datePickerToolbarTitle: t('date_picker.choose'),
      dateTableLabel: t('date_picker.choose'),
      openDatePickerDialogue: (day) =>
        day ? t('date_picker.chosen', { date: day }) : t('date_picker.choose'),
      fieldDayPlaceholder: () => t('date_picker.dd'),
      fieldMonthPlaceholder: () => t('date_picker.mm'),
      fieldYearPlaceholder: () => t('date_picker.yyyy'),
      day: t('date_picker.day'),
      month: t('date_picker.month'),
      year: t('date_picker.year'),
      empty: t('date_picker.empty'),
      fieldClearLabel: t('common.clear'),
      clearButtonLabel: t('common.clear'),
      cancelButtonLabel: t('common.cancel'),
      okButtonLabel: t('date_picker.ok'),
    }),
    [t],
  );
}
