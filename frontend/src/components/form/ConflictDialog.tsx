import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import type { Any } from '@/lib/any';
import type { Conflict } from './useVersionedSaves';

type Side = 'mine' | 'theirs';
const sides: readonly Side[] = ['mine', 'theirs'];

interface Compared<Saved, Input extends FieldValues, Name> {
  title: string;
  conflict: Conflict<Saved, Input>;
  form: UseFormReturn<Input, unknown, Any>;
  /** The labels of the fields, in the order of the form. */
  fields: readonly Name[];
  label: (name: Name) => string;
  /** Renders the value of a field. */
  show: (name: Name, values: Input) => ReactNode;
  /** The form's fields of a record. */
  valuesOf: (saved: Saved) => Input;
  onSettled: () => void;
}

/** Shows both versions of concurrent changes, field by field, and saves the selected ones. */
export function ConflictDialog<
  Saved extends { updated_at: string },
  Input extends FieldValues,
  Name extends keyof Input & FieldPath<Input>,
>({
  title,
  conflict,
  form,
  fields,
  label,
  show,
  valuesOf,
  onSettled,
}: Compared<Saved, Input, Name>) {
  const { t } = useTranslation();
  const titleId = useId();
  const before = valuesOf(conflict.base);
  const values = { mine: conflict.mine, theirs: valuesOf(conflict.theirs) };
  const differing = fields.filter((name) => !isSame(values.mine[name], values.theirs[name]));
  // By default, fields that the user did not change take the other version's value.
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>(() =>
    Object.fromEntries(
      differing.map((name) => [name, isSame(values.mine[name], before[name]) ? 'theirs' : 'mine']),
    ),
  );
  const all = (side: Side) => setChosen(Object.fromEntries(differing.map((name) => [name, side])));

  const settle = () => {
    form.reset(values.theirs);
    for (const name of differing) {
      if (chosen[name] === 'mine') form.setValue(name, values.mine[name], { shouldDirty: true });
    }
    onSettled();
  };
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <DialogContentText>
          <Trans
            i18nKey="conflict.lead"
            components={{ date: <DateText value={conflict.theirs.updated_at} style="datetime" /> }}
          />
        </DialogContentText>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {sides.map((side) => (
            <Button key={side} size="small" variant="outlined" onClick={() => all(side)}>
              {t(`conflict.all_${side}`)}
            </Button>
          ))}
        </Box>
        {differing.map((name) => (
          <Choice
            key={name}
            label={label(name)}
            show={(side) => show(name, values[side])}
            chosen={chosen[name] ?? 'mine'}
            onChoose={(side) => setChosen({ ...chosen, [name]: side })}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={settle}>
          {t('conflict.use')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Choice({
  label,
  show,
  chosen,
  onChoose,
}: {
  label: string;
  show: (side: Side) => ReactNode;
  chosen: Side;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <Box>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby={labelId}
        value={chosen}
        onChange={(_, side) => onChoose(side as Side)}
        sx={{
          mt: 1,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {sides.map((side) => (
          <Box
            key={side}
            sx={{
              border: '1px solid',
              borderColor: chosen === side ? 'primary.main' : 'divider',
              borderRadius: 2,
              px: 2,
              py: 1,
            }}
          >
            <FormControlLabel
              value={side}
              control={<Radio size="small" />}
              label={t(`conflict.${side}`)}
            />
            <Box sx={{ maxHeight: 180, overflowY: 'auto' }}>{show(side)}</Box>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  );
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
