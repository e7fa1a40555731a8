import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { NumberKind } from '@/api/identity';
import { TextInput } from '@/components/form/TextInput';
import { isUndecided } from '@/domain/numberCases/NumberCases';
import { numberFields, ownNumberCasesQuery } from '@/domain/numberCases/queries';
import { RequestNumberDialog } from '@/domain/numberCases/RequestNumberDialog';
import { normalizeNumber } from '@/domain/personFields';
import type { Any } from '@/lib/any';
import type { User } from '@/lib/session';
import type { PersonalInput } from './personalForm';

/** An identity number; a fixed one is read-only with a link to request a change. */
export function NumberInput({
  control,
  kind,
  user,
}: {
  control: Control<PersonalInput, unknown, Any>;
  kind: NumberKind;
  user: User;
}) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { data: cases = [] } = useQuery(ownNumberCasesQuery());
  const claimed = cases.find((found) => found.party === 'claimant' && isUndecided(found));
  const field = numberFields[kind];
  const fixed = Boolean(user.numbers_fixed_at && user[field]);
  return (
    <Box>
      <TextInput
        control={control}
        name={field}
        label={t(`person.${field}`)}
        hint={t(fixed ? 'numbers.fixed' : `profile.${field}_hint`)}
        normalize={normalizeNumber[kind]}
        slotProps={{
          htmlInput: kind === 'civil' ? { inputMode: 'numeric' } : {},
          input: {
            readOnly: fixed,
            endAdornment: fixed && (
              <InputAdornment position="end">
                <LockIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        ltr
      />
      {fixed && !claimed && (
        <Button size="small" onClick={() => setAsking(true)} sx={{ mt: 0.5 }}>
          {t(`numbers.ask_for_change.${kind}`)}
        </Button>
      )}
      {asking && (
        <RequestNumberDialog kind={kind} cause="change" onClose={() => setAsking(false)} />
      )}
    </Box>
  );
}
