import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberCause, NumberKind } from '@/api/identity';
import { asProblem } from '@/api/problem';
import { DocumentPicker } from '@/components/DocumentPicker';
import { FormProblem } from '@/components/form/FormProblem';
import { TextInput } from '@/components/form/TextInput';
import * as personFields from '@/domain/personFields';
import { latinDigits } from '@/lib/format';
import { showProblem, useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { numberFields, useOpenCase } from './numbers';

const REASON_MAX = 1000;

const optional = z.string().trim().max(REASON_MAX);
const schemas = {
  change: z.object({
    civil_number: personFields.civilNumber.optional(),
    passport_number: personFields.passportNumber.optional(),
    reason: optional.min(1),
  }),
  claim: z.object({
    civil_number: personFields.civilNumber.optional(),
    passport_number: personFields.passportNumber.optional(),
    reason: optional,
  }),
};

interface AskForNumberProps {
  kind: NumberKind;
  /** Another number in place of a fixed one, or one that somebody else has given. */
  cause: NumberCause;
  /** What was typed already. */
  number?: string;
  onClose: () => void;
}

/** Asks for a number that only an admin can give, with a document that shows it. */
export function AskForNumber({ kind, cause, number = '', onClose }: AskForNumberProps) {
  const { t } = useTranslation();
  const field = numberFields[kind];
  const form = useZodForm(schemas[cause], { [field]: number, reason: '' });
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const open = useOpenCase();
  // What is wrong with the file stands at the file.
  const fileProblem = asProblem(open.error)?.fields.find(({ field: of }) => of === 'file');
  const send = form.handleSubmit((values) => {
    if (!file) return setMissing(true);
    open.mutate(
      { body: { ...values, file } },
      {
        onSuccess: () => {
          toast.success(t('numbers.sent'));
          onClose();
        },
        onError: (error) => showProblem(form, error),
      },
    );
  });
  return (
    <Dialog
      open
      onClose={open.isPending ? undefined : onClose}
      aria-labelledby="ask-for-number"
      maxWidth="sm"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          setMissing(!file);
          void send(event);
        }}
      >
        <DialogTitle id="ask-for-number">{t(`numbers.ask.${cause}.title`)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <DialogContentText>{t(`numbers.ask.${cause}.text`)}</DialogContentText>
          <TextInput
            control={form.control}
            name={field}
            label={t(cause === 'change' ? `numbers.new.${kind}` : `person.${field}`)}
            required
            ltr
            normalize={
              kind === 'civil'
                ? (text) => latinDigits(text).replace(/\D/g, '').slice(0, 10)
                : (text) => latinDigits(text).toUpperCase()
            }
            slotProps={{
              htmlInput: kind === 'civil' ? { inputMode: 'numeric' } : {},
              input: { readOnly: cause === 'claim' },
            }}
          />
          <TextInput
            control={form.control}
            name="reason"
            label={t(cause === 'change' ? 'numbers.reason' : 'numbers.reason_optional')}
            hint={t('numbers.reason_hint')}
            required={cause === 'change'}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: REASON_MAX } }}
          />
          <DocumentPicker
            label={t('document.choose')}
            file={file}
            problem={
              fileProblem
                ? t(`errors.${fileProblem.code}`, { defaultValue: fileProblem.message })
                : missing && !file
                  ? t('numbers.document_required')
                  : null
            }
            onChoose={(chosen) => {
              open.reset();
              setFile(chosen);
            }}
          />
          <FormProblem control={form.control} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={open.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={open.isPending}>
            {t('numbers.send')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
