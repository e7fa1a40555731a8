import type { FieldValues } from 'react-hook-form';
import { cleanCode } from '@/lib/clean';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

const HOME_CODE = '+966';

// Saudi numbers as people write them: national (05…, 011…), recognized by its start; and, once
// complete, without the
// zero (50…), with the country code (966…), or with both (+966 05…).
const HOME_FORMS = /^(?:0([15]\d*)|(5\d{8})|\+?9660([15]\d{8})|966([15]\d{8}))$/;

/**
 * Normalizes typed text towards E.164: Latin digits, no separators, 00 as a plus, and the country
 * code for Saudi numbers.
 */
export function normalizePhone(text: string): string {
  const typed = cleanCode(text)
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '');
  return typed.replace(/^00/, '+').replace(HOME_FORMS, `${HOME_CODE}$1$2$3$4`);
}

/** A phone number in E.164 form (`+9665…`). */
export function PhoneInput<Values extends FieldValues>({
  readOnly,
  ...props
}: FieldProps<Values> & { readOnly?: boolean }) {
  return (
    <TextInput
      {...props}
      ltr
      type="tel"
      autoComplete="tel"
      placeholder="+966 5…"
      normalize={normalizePhone}
      slotProps={{ htmlInput: { inputMode: 'tel' }, input: { readOnly } }}
    />
  );
}
