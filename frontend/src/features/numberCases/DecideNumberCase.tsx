import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDetail, Verdict } from '@/api/identity';
import { zParty } from '@/api/identity/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { MultiSelectInput } from '@/components/form/MultiSelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useDecide } from './queries';

const MIN_LENGTH = 3;
const MAX_LENGTH = 1000;

const decisionForm = (asksMore: boolean) =>
  z.object({
    asks: z.array(zParty).check(
      z.minLength(asksMore ? 1 : 0, {
        error: () => i18next.t('errors.number_case.recipient_required'),
      }),
    ),
    comment: z.string().check(z.trim(), z.minLength(MIN_LENGTH), z.maxLength(MAX_LENGTH)),
  });

interface Parties {
  claimant: string;
  /** Null if no account has the number. */
  holder: string | null;
}

/** Assigns the number to one party or requests more documents, with a reason. */
export function DecideNumberCase({ found }: { found: CaseDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const parties: Parties = {
    claimant: localized(found.claimant, 'name', locale),
    holder: found.holder ? localized(found.holder, 'name', locale) : null,
  };
  const { claimant, holder } = parties;
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
          parties={parties}
          onClose={() => setVerdict(null)}
        />
      )}
    </TitledCard>
  );
}

function Decision({
  found,
  verdict,
  parties: { claimant, holder },
  onClose,
}: {
  found: CaseDetail;
  verdict: Verdict;
  parties: Parties;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const decide = useDecide(found.id);
  const asksMore = verdict === 'more_requested';
  const form = useZodForm(
    decisionForm(asksMore),
    { asks: asksMore ? ['claimant'] : [], comment: '' },
    'onSubmit',
  );
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t(`number_cases.confirm.${verdict}.title`)}
      text={t(`number_cases.confirm.${verdict}.${holder ? 'held' : 'free'}`, {
        claimant,
        holder: holder ?? '',
      })}
      saveLabel={t(`number_cases.confirm.${verdict}.action`)}
      onSave={async ({ comment, asks }) => {
        const decided = await decide.mutateAsync({
          path: { case_id: found.id },
          body: { decision: verdict, comment, asks, version: found.version },
        });
        const waits = decided.pending_confirmation;
        toast.success(t(waits ? 'confirmations.waits' : `number_cases.done.${verdict}`));
      }}
      onClose={onClose}
    >
      {asksMore && holder && (
        <MultiSelectInput
          control={control}
          name="asks"
          label={t('number_cases.whom')}
          options={[
            { value: 'claimant', label: claimant },
            { value: 'holder', label: holder },
          ]}
        />
      )}
      <TextInput
        control={control}
        name="comment"
        label={t(asksMore ? 'number_cases.what_is_needed' : 'number_cases.comment')}
        hint={t('number_cases.comment_hint')}
        multiline
        minRows={3}
        required
        autoFocus
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
    </FormDialog>
  );
}
