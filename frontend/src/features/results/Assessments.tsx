import AddIcon from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssessmentRead, ResultSheet } from '@/api/enrollment';
import { zAssessmentWrite } from '@/api/enrollment/zod.gen';
import { ActionMenu } from '@/components/ActionMenu';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { BilingualInput } from '@/components/form/BilingualInput';
import { FormDialog } from '@/components/form/FormDialog';
import { NumberInput } from '@/components/form/NumberInput';
import { SelectInput } from '@/components/form/SelectInput';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { formatNumber } from '@/lib/format';
import { useZodForm } from '@/lib/forms';
import { toOptions } from '@/lib/options';
import { toast } from '@/lib/toast';
import { useAddAssessment, useDeleteAssessment, useEditAssessment } from './queries';

const KINDS = ['exam', 'practical', 'assignment', 'project'] as const;

/** The assessments of the batch with their weights. */
export function Assessments({ sheet }: { sheet: ResultSheet }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [edited, setEdited] = useState<AssessmentRead | 'new' | null>(null);
  const [leaving, setLeaving] = useState<AssessmentRead | null>(null);
  const remove = useDeleteAssessment();
  return (
    <TitledCard
      title={t('results.assessments')}
      action={
        sheet.editable && (
          <Button size="small" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            {t('results.add')}
          </Button>
        )
      }
    >
      {sheet.lacks_assessment ? (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('results.lacks_assessment', {
            percent: formatNumber(sheet.min_score_percent ?? 0, locale),
          })}
        </Alert>
      ) : (
        sheet.assessments.length === 0 && (
          <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t('results.none')}</Typography>
        )
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {sheet.assessments.map((assessment) => (
          <Box
            component="li"
            key={assessment.id}
            sx={{
              display: 'flex',
              gap: 2,
              alignItems: 'center',
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500 }}>
                {localized(assessment, 'title', locale)}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[
                  t(`results.kind.${assessment.kind}`),
                  t('results.up_to', { maximum: formatNumber(assessment.maximum ?? 0, locale) }),
                  t('results.weighs', { weight: formatNumber(assessment.weight ?? 1, locale) }),
                  assessment.pass_mark != null &&
                    t('results.needs', { points: formatNumber(assessment.pass_mark, locale) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            {sheet.editable && (
              <ActionMenu
                name={localized(assessment, 'title', locale)}
                actions={[
                  { label: t('common.edit'), onSelect: () => setEdited(assessment) },
                  { label: t('common.delete'), onSelect: () => setLeaving(assessment) },
                ]}
              />
            )}
          </Box>
        ))}
      </Box>
      {edited && (
        <AssessmentDialog
          batchId={sheet.batch_id}
          assessment={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('results.delete_title')}
        confirmLabel={t('common.delete')}
        color="error"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          leaving &&
          remove.mutate(
            { path: { assessment_id: leaving.id } },
            { onSuccess: () => setLeaving(null) },
          )
        }
        onClose={() => setLeaving(null)}
      >
        {t('results.delete_text', { title: localized(leaving, 'title', locale) })}
      </ConfirmDialog>
    </TitledCard>
  );
}

interface AssessmentDialogProps {
  batchId: string;
  assessment?: AssessmentRead;
  onClose: () => void;
}

function AssessmentDialog({ batchId, assessment, onClose }: AssessmentDialogProps) {
  const { t } = useTranslation();
  const add = useAddAssessment();
  const edit = useEditAssessment();
  const form = useZodForm(zAssessmentWrite, {
    kind: assessment?.kind ?? 'exam',
    title_en: assessment?.title_en ?? '',
    title_ar: assessment?.title_ar ?? '',
    maximum: assessment?.maximum ?? 100,
    weight: assessment?.weight ?? 1,
    pass_mark: assessment?.pass_mark ?? null,
  });
  return (
    <FormDialog
      form={form}
      title={t(assessment ? 'results.edit' : 'results.add')}
      saveLabel={t('common.save')}
      onSave={async (body) => {
        if (assessment) await edit.mutateAsync({ path: { assessment_id: assessment.id }, body });
        else await add.mutateAsync({ path: { batch_id: batchId }, body });
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      <SelectInput
        control={form.control}
        name="kind"
        label={t('results.kind.label')}
        options={toOptions(KINDS, (kind) => t(`results.kind.${kind}`))}
        required
      />
      <BilingualInput
        control={form.control}
        name="title"
        labels={{ en: t('results.title_en'), ar: t('results.title_ar') }}
        required
      />
      <NumberInput
        control={form.control}
        name="maximum"
        label={t('results.maximum')}
        decimals={2}
        required
      />
      <NumberInput
        control={form.control}
        name="weight"
        label={t('results.weight')}
        hint={t('results.weight_hint')}
        required
      />
      <NumberInput
        control={form.control}
        name="pass_mark"
        label={t('results.pass_mark')}
        hint={t('results.pass_mark_hint')}
        decimals={2}
      />
    </FormDialog>
  );
}
