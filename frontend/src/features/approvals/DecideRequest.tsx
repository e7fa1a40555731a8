import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SxProps } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import i18next from 'i18next';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { DecisionCreate, RequestDetail, Verdict } from '@/api/approvals';
import { FieldArray } from '@/components/form/FieldArray';
import { FormDialog } from '@/components/form/FormDialog';
import { SelectInput } from '@/components/form/SelectInput';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import type { Any } from '@/lib/any';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useFieldText } from './fieldText';
import { useDecide } from './queries';

const MAX_LENGTH = 2000;
const MAX_REMARKS = 50;

const decisionForm = (needsComment: boolean) =>
  z.object({
    comment: z.string().check(
      z.trim(),
      z.maxLength(MAX_LENGTH),
      z.refine((text) => !needsComment || text.length > 0, {
        error: () => i18next.t('errors.comment.required'),
      }),
    ),
    remarks: z.array(
      z.object({
        field: z.string().check(z.minLength(1)),
        text: z.string().check(z.trim(), z.minLength(2), z.maxLength(500)),
      }),
    ),
  });

/** Approves, returns with remarks, or rejects a request at its current level. */
export function DecideRequest({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const decide = useDecide(request.id);
  const send = async (body: DecisionCreate) => {
    await decide.mutateAsync({ path: { approval_id: request.id }, body });
    toast.success(t(`approvals.done.${body.decision}`));
  };
  return (
    <TitledCard title={t('approvals.decide')} lead={t('approvals.decide_lead')}>
      <DelegatorsNote request={request} />
      <Suspended request={request} sx={{ mt: 2 }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2.5 }}>
        <Button
          variant="contained"
          disabled={request.suspended}
          onClick={() => setVerdict('approved')}
        >
          {t('approvals.do.approved')}
        </Button>
        <Button variant="outlined" onClick={() => setVerdict('returned')}>
          {t('approvals.do.returned')}
        </Button>
        <Button color="error" onClick={() => setVerdict('rejected')}>
          {t('approvals.do.rejected')}
        </Button>
      </Box>
      {verdict && (
        <DecisionDialog
          request={request}
          verdict={verdict}
          onDecide={send}
          onClose={() => setVerdict(null)}
        />
      )}
    </TitledCard>
  );
}

/** Shows that the organization is suspended, so its request cannot be approved. */
export function Suspended({ request, sx }: { request: RequestDetail; sx?: SxProps }) {
  const { t } = useTranslation();
  if (!request.suspended || request.status !== 'pending') return null;
  return (
    <Alert severity="warning" sx={sx}>
      {t('approvals.suspended')}
    </Alert>
  );
}

/** Shows the approvers whose delegate the user is. */
export function DelegatorsNote({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (request.decides_for.length === 0) return null;
  const names = request.decides_for
    .map((approver) => localized(approver, 'name', locale))
    .join(t('table.list_separator'));
  return (
    <Typography sx={{ mt: 1.5, fontWeight: 600 }}>
      {t('delegations.also_for', { names })}
    </Typography>
  );
}

/** The comment and the field remarks of a decision. */
export function DecisionDialog({
  request,
  verdict,
  onDecide,
  onClose,
}: {
  request: RequestDetail;
  verdict: Verdict;
  onDecide: (body: DecisionCreate) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const needsComment = verdict !== 'approved';
  const form = useZodForm(decisionForm(needsComment), { comment: '', remarks: [] }, 'onSubmit');
  const { control } = form;
  return (
    <FormDialog
      form={form}
      title={t(`approvals.confirm.${verdict}.title`)}
      text={t(`approvals.confirm.${verdict}.text`)}
      saveLabel={t(`approvals.do.${verdict}`)}
      color={verdict === 'rejected' ? 'error' : 'primary'}
      onSave={({ comment, remarks }) =>
        onDecide({ decision: verdict, comment: comment || null, remarks, step: request.step })
      }
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="comment"
        label={t(needsComment ? 'approvals.reason' : 'approvals.comment')}
        hint={t('approvals.comment_hint')}
        required={needsComment}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: MAX_LENGTH } }}
      />
      {verdict === 'returned' && <Remarks control={control} request={request} />}
    </FormDialog>
  );
}

function Remarks({
  control,
  request,
}: {
  control: Control<z.input<ReturnType<typeof decisionForm>>, unknown, Any>;
  request: RequestDetail;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const labelOf = useFieldText();
  const options = [
    ...request.fields.map(({ name }) => ({ value: name, label: labelOf(name) })),
    ...request.documents.map(({ name, title_en, title_ar }) => ({
      value: name,
      label: locale === 'ar' ? title_ar : title_en,
    })),
  ];
  if (options.length === 0) return null;
  return (
    <FieldArray
      control={control}
      name="remarks"
      label={t('approvals.remarks')}
      addLabel={t('approvals.add_remark')}
      empty={{ field: '', text: '' }}
      entryLabel={(place) => t('approvals.remark', { place })}
      max={MAX_REMARKS}
    >
      {(name) => (
        <>
          <SelectInput
            control={control}
            name={`${name}.field`}
            label={t('approvals.field')}
            options={options}
            required
          />
          <TextInput
            control={control}
            name={`${name}.text`}
            label={t('approvals.what_to_mend')}
            required
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 } }}
          />
        </>
      )}
    </FieldArray>
  );
}
