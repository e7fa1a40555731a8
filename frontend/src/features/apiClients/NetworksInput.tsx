import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type Control, useController } from 'react-hook-form';
import type { ClientForm } from './clientForm';

interface NetworksInputProps {
  control: Control<ClientForm, unknown, ClientForm>;
  label: string;
  hint: string;
}

/** Input for several addresses and networks. */
export function NetworksInput({ control, label, hint }: NetworksInputProps) {
  const { field, fieldState } = useController({ control, name: 'networks' });
  // The service reports which entry of the list is wrong.
  const entries = fieldState.error as unknown as { message?: string }[] | undefined;
  const problem = fieldState.error?.message ?? entries?.find?.((entry) => entry)?.message;
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={[] as string[]}
      value={field.value}
      onChange={(_, values) => field.onChange(values.map((value) => value.trim()).filter(Boolean))}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          name="networks"
          label={label}
          error={fieldState.invalid}
          helperText={problem ?? hint}
          placeholder={field.value.length === 0 ? '203.0.113.0/24' : undefined}
          dir="ltr"
        />
      )}
    />
  );
}
