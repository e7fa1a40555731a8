import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, Party, Verdict } from '@/api/identity';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import { useDecide } from './queries';

const MIN = 3;
const MAX = 1000;

/** Gives the number to one of the two, or asks for more; always with a reason. */
export function DecideCase({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const claimant = localized(found.claimant, 'name', locale);
  const holder = found.holder ? localized(found.holder, 'name', locale) : null;
  return (
    <TitledCard title={t('number_cases.decide')} lead={t('number_cases.decide_lead')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2.5 }}>
        <Button variant="contained" onClick={() => setVerdict('granted')}>
          {t('number_cases.grant', { name: claimant })}
        </Button>
        <Button variant="outlined" onClick={() => setVerdict('refused')}>
          {holder ? t('number_cases.keep', { name: holder }) : t('number_cases.refuse')}
        </Button>
        <Button color="inherit" onClick={() => setVerdict('more_requested')}>
          {t('number_cases.ask_for_more')}
        </Button>
      </Box>
      {verdict && (
        <Decision
          found={found}
          verdict={verdict}
          claimant={claimant}
          holder={holder}
          onClose={() => setVerdict(null)}
        />
      )}
    </TitledCard>
  );
}

function Decision({
  found,
  verdict,
  claimant,
  holder,
  onClose,
}: {
  found: CaseDetail;
  verdict: Verdict;
  claimant: string;
  holder: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const decide = useDecide(found.id);
  const [comment, setComment] = useState('');
  const [asks, setAsks] = useState<Party[]>(['claimant']);
  const [pressed, setPressed] = useState(false);
  const missing = comment.trim().length < MIN;
  const asksMore = verdict === 'more_requested';
  const unasked = asksMore && asks.length === 0;
  const side = holder ? 'held' : 'free';
  const confirm = () => {
    setPressed(true);
    if (missing || unasked) return;
    decide.mutate(
      {
        path: { case_id: found.id },
        body: {
          decision: verdict,
          comment: comment.trim(),
          asks: asksMore ? asks : [],
          version: found.version,
        },
      },
      { onSuccess: () => toast.success(t(`number_cases.done.${verdict}`)) },
    );
  };
  return (
    <ConfirmDialog
      open
      title={t(`number_cases.confirm.${verdict}.title`)}
      confirmLabel={t(`number_cases.confirm.${verdict}.action`)}
      pending={decide.isPending}
      error={decide.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Typography>
        {t(`number_cases.confirm.${verdict}.${side}`, { claimant, holder: holder ?? '' })}
      </Typography>
      {asksMore && holder && (
        <FormGroup sx={{ mt: 1.5 }}>
          {(['claimant', 'holder'] as const).map((party) => (
            <FormControlLabel
              key={party}
              control={
                <Checkbox
                  checked={asks.includes(party)}
                  onChange={(_, checked) =>
                    setAsks(checked ? [...asks, party] : asks.filter((other) => other !== party))
                  }
                />
              }
              label={party === 'claimant' ? claimant : holder}
            />
          ))}
          {pressed && unasked && (
            <FormHelperText error>{t('errors.number_case.asks')}</FormHelperText>
          )}
        </FormGroup>
      )}
      <TextField
        label={t(asksMore ? 'number_cases.what_is_needed' : 'number_cases.comment')}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        multiline
        minRows={3}
        required
        autoFocus
        fullWidth
        error={pressed && missing}
        helperText={
          pressed && missing
            ? t('validation.min_length', { count: MIN })
            : t('number_cases.comment_hint')
        }
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX } }}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
