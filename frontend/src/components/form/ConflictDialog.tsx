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
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/DateText';
import { FieldValue } from './FieldValue';
import { type TrainingField, type TrainingInput, trainingFields, valuesOf } from './trainingForm';
import type { Conflict } from './useTrainingSaves';

type Side = 'mine' | 'theirs';
const sides: readonly Side[] = ['mine', 'theirs'];

/** Both versions of what two editors changed, field by field; saved is only what is chosen. */
export function ConflictDialog({
  conflict,
  form,
  onSettled,
}: {
  conflict: Conflict;
  // biome-ignore lint/suspicious/noExplicitAny: what the schema makes of the values does not matter.
  form: UseFormReturn<TrainingInput, unknown, any>;
  onSettled: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const values = { mine: conflict.mine, theirs: valuesOf(conflict.theirs) };
  const differing = trainingFields.filter(
    (name) => !isSame(values.mine[name], values.theirs[name]),
  );
  const [chosen, setChosen] = useState(() => usual(conflict, differing));
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
      <DialogTitle id={titleId}>{t('offers.conflict.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <DialogContentText>
          {t('offers.conflict.lead')}{' '}
          <DateText value={conflict.theirs.updated_at} style="datetime" />
        </DialogContentText>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {sides.map((side) => (
            <Button key={side} size="small" variant="outlined" onClick={() => all(side)}>
              {t(`offers.conflict.all_${side}`)}
            </Button>
          ))}
        </Box>
        {differing.map((name) => (
          <Choice
            key={name}
            name={name}
            values={values}
            chosen={chosen[name] ?? 'mine'}
            onChoose={(side) => setChosen({ ...chosen, [name]: side })}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={settle}>
          {t('offers.conflict.use')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Choice({
  name,
  values,
  chosen,
  onChoose,
}: {
  name: TrainingField;
  values: Record<Side, TrainingInput>;
  chosen: Side;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <Box>
      <Typography id={labelId} sx={{ fontWeight: 600 }}>
        {t(`offers.fields.${name}`)}
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
              label={t(`offers.conflict.${side}`)}
            />
            <Box sx={{ maxHeight: 180, overflowY: 'auto' }}>
              <FieldValue name={name} values={values[side]} />
            </Box>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  );
}

/** What one has not touched is theirs, all else one's own. */
const usual = ({ base, mine }: Conflict, differing: readonly TrainingField[]) => {
  const before = valuesOf(base);
  return Object.fromEntries(
    differing.map((name) => [name, isSame(mine[name], before[name]) ? 'theirs' : 'mine']),
  ) as Partial<Record<TrainingField, Side>>;
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
