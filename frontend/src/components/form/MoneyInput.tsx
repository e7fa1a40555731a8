import type { FieldValues } from 'react-hook-form';
import { minorDigits } from '@/lib/format';
import { NumberInput } from './NumberInput';
import type { FieldProps } from './types';

/** An amount of money, typed in the currency's units; the value is in minor units, or null. */
export function MoneyInput<Values extends FieldValues>({
  currency = 'SAR',
  ...props
}: FieldProps<Values> & { currency?: string }) {
  const decimals = minorDigits(currency);
  return <NumberInput {...props} decimals={decimals} scale={10 ** decimals} unit={currency} />;
}
