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
// A year is typed digit by digit: 2, 20, 202 are years too, but nobody's.
const FIRST_YEAR = 1900;

// From left to right in Arabic too: otherwise the parts change places once the last one is typed.
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
  /** The first and the last day that can be chosen, as `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  disabled?: boolean;
  clearable?: boolean;
  inputRef?: DatePickerProps['inputRef'];
  textField?: NonNullable<DatePickerProps['slotProps']>['textField'];
}

/**
 * A day, typed or chosen in a calendar, in the app's language whatever the browser's is: day, month,
 * year, with Latin digits.
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
  // What is typed but not a day yet; the field would be emptied if it were told null meanwhile.
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

/** The picker's own texts: MUI has none in Arabic. */
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
