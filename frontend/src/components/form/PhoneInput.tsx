import type { FieldValues } from 'react-hook-form';
import { latinDigits } from '@/lib/format';
import { TextInput } from './TextInput';
import type { FieldProps } from './types';

const HOME_CODE = '+966';

/**
 * What is typed, brought towards E.164: Latin digits, no spaces or signs but a leading plus, the
 * 00 prefix as a plus, and a Saudi number as it is written at home (05…, 011…) with its code.
 */
export function normalizePhone(text: string): string {
  const typed = latinDigits(text)
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '');
  return typed.replace(/^00/, '+').replace(/^0([15]\d*)$/, `${HOME_CODE}$1`);
}

/** A phone number in E.164 form (`+9665…`). */
export function PhoneInput<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <TextInput
      {...props}
      ltr
      type="tel"
      autoComplete="tel"
      placeholder="+966 5…"
      normalize={normalizePhone}
      slotProps={{ htmlInput: { inputMode: 'tel' } }}
    />
  );
}
