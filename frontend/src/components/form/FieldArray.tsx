import AddIcon from '@mui/icons-material/AddOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import {
  type ArrayPath,
  type Control,
  type FieldArray as Entry,
  type FieldValues,
  useFieldArray,
  useFormState,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Any } from '@/lib/any';

interface FieldArrayProps<Values extends FieldValues, Name extends ArrayPath<Values>> {
  control: Control<Values, unknown, Any>;
  name: Name;
  /** The label of the group. */
  label: string;
  addLabel: string;
  /** The initial values of an added entry. */
  empty: Entry<Values, Name>;
  /** The label of an entry by its position from 1: "Session 2". */
  entryLabel: (place: number) => string;
  max?: number;
  /** Renders the fields of an entry with this name prefix. */
  children: (name: `${Name}.${number}`) => ReactNode;
}

/** A variable number of entries with the same fields. */
export function FieldArray<Values extends FieldValues, Name extends ArrayPath<Values>>({
  control,
  name,
  label,
  addLabel,
  empty,
  entryLabel,
  max = Number.POSITIVE_INFINITY,
  children,
}: FieldArrayProps<Values, Name>) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name });
  const { errors } = useFormState({ control, name: name as never });
  const problem = errors[name] as { message?: string; root?: { message?: string } } | undefined;
  const message = problem?.root?.message ?? problem?.message;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          role="group"
          aria-label={entryLabel(index + 1)}
          sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2 }}>
            {children(`${name}.${index}`)}
          </Box>
          <IconButton
            aria-label={t('form.remove', { name: entryLabel(index + 1) })}
            onClick={() => remove(index)}
            sx={{ mt: 1 }}
          >
            <RemoveIcon fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {message && <FormHelperText error>{message}</FormHelperText>}
      <Button
        variant="outlined"
        startIcon={<AddIcon />}
        disabled={fields.length >= max}
        onClick={() => append(empty)}
        sx={{ justifySelf: 'start' }}
      >
        {addLabel}
      </Button>
    </Box>
  );
}
