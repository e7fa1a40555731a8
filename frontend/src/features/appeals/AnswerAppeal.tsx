import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppealDetail, Attendance } from '@/api/enrollment';
import { zAppealUphold } from '@/api/enrollment/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useZodForm } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { toast } from '@/lib/toast';
import { correctionForm, findChanges, toFormValues } from './corrections';
import { useChange, useUphold } from './queries';

const MARKS = ['present', 'absent', 'late', 'excused'] as const satisfies Attendance[];
const MAX_LENGTH = 2000;

/** The organization's decision: uphold the result, or correct scores and attendance. */
export function AnswerAppeal({ appeal }: { appeal: AppealDetail }) {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<'uphold' | 'change' | null>(null);
  const close = () => setAnswer(null);
  return (
    <TitledCard
      title={t('appeals.decide')}
      lead={t(appeal.can_answer ? 'appeals.decide_lead' : 'appeals.again_lead')}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2.5 }}>
        <Button variant="contained" onClick={() => setAnswer('change')}>
          {t('appeals.change.action')}
        </Button>
        {appeal.can_answer && (
          <Button variant="outlined" onClick={() => setAnswer('uphold')}>
            {t('appeals.uphold.action')}
          </Button>
        )}
      </Box>
      {answer === 'uphold' && <Uphold appeal={appeal} onClose={close} />}
      {answer === 'change' && <Change appeal={appeal} onClose={close} />}
    </TitledCard>
  );
}

interface AnswerProps {
  appeal: AppealDetail;
  onClose: () => void;
}

function Uphold({ appeal, onClose }: AnswerProps) {
  const { t } = useTranslation();
  const uphold = useUphold();
  const form = useZodForm(zAppealUphold, { answer: '' }, 'onSubmit');
  return (
    <FormDialog
      form={form}
      title={t('appeals.uphold.title')}
      text={t('appeals.uphold.text')}
      saveLabel={t('appeals.uphold.action')}
      onSave={async (body) => {
        await uphold.mutateAsync({ path: { appeal_id: appeal.id }, body });
        toast.success(t('appeals.answered'));
      }}
      onClose={onClose}
    >
      <TextInput control={form.control} {...answerField(t('appeals.answer'))} />
    </FormDialog>
  );
}

function Change({ appeal, onClose }: AnswerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const change = useChange();
  const form = useZodForm(correctionForm(appeal, t), toFormValues(appeal), 'onSubmit');
  return (
    <FormDialog
      form={form}
      title={t('appeals.change.title')}
      text={t('appeals.change.text')}
      saveLabel={t('appeals.change.save')}
      onSave={async ({ answer, points, marks }) => {
        await change.mutateAsync({
          path: { appeal_id: appeal.id },
          body: { answer, ...findChanges(appeal, { points, marks }) },
        });
        toast.success(t('appeals.answered'));
      }}
      onClose={onClose}
    >
      {appeal.result === 'passed' && (
        <Alert severity="warning">{t('appeals.certificate_hint')}</Alert>
      )}
      {appeal.scores.map((score) => (
        <NumberInput
          key={score.assessment_id}
          control={form.control}
          name={`points.${score.assessment_id}`}
          label={t('results.column', {
            title: localized(score, 'title', locale),
            maximum: score.maximum,
          })}
          decimals={2}
        />
      ))}
      {appeal.sessions.length > 0 && (
        <Typography variant="subtitle2">{t('appeals.attendance')}</Typography>
      )}
      {appeal.sessions.map((session) => (
        <SelectInput
          key={session.session_id}
          control={form.control}
          name={`marks.${session.session_id}`}
          label={formatDate(session.starts_at, locale, 'datetime')}
          options={toOptions(MARKS, (mark) => t(`attendance.mark.${mark}`))}
        />
      ))}
      <TextInput control={form.control} {...answerField(t('appeals.answer'))} />
    </FormDialog>
  );
}

const answerField = (label: string) =>
  ({
    name: 'answer',
    label,
    multiline: true,
    minRows: 3,
    required: true,
    slotProps: { htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } },
  }) as const;
