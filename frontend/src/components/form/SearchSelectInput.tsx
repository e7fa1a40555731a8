import { type FieldValues, useController } from 'react-hook-form';
import { SearchSelect, type Source } from './SearchSelect';
import type { FieldProps } from './types';

type SearchSelectInputProps<Values extends FieldValues, Item> = FieldProps<Values> & {
  source: Source<Item>;
  /** Selects the part of the record that the form stores; by default the whole record. */
  keep?: (item: Item) => unknown;
  /** Called when the selection changes. */
  onChosen?: () => void;
};

/** Selects one of many records; the value is the record, so that its name can be shown. */
export function SearchSelectInput<Values extends FieldValues, Item extends { id: string }>({
  control,
  name,
  hint,
  disabled,
  keep = (item) => item,
  onChosen,
  ...rest
}: SearchSelectInputProps<Values, Item>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <SearchSelect<Item>
      {...rest}
      name={name}
      value={field.value ?? null}
      onChange={(item) => {
        field.onChange(item && keep(item));
        onChosen?.();
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={disabled}
      error={fieldState.invalid}
      hint={fieldState.error?.message ?? hint}
    />
  );
}
