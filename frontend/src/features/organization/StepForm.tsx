import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Form } from '@/components/form/Form';
import { SubmitButton, submitRow } from '@/components/form/SubmitButton';
import { useLeaveGuard } from '@/components/form/useLeaveGuard';
import { TitledCard } from '@/components/record/TitledCard';
import { toast } from '@/lib/toast';

/** The navigation after saving a step; undefined if all steps are on one page. */
export interface Way {
  goOn: () => void;
  back: ReactNode;
}

/** A step that is saved separately; saving opens the next one. */
export function StepForm<Input extends FieldValues, Output>({
  form,
  title,
  lead,
  way,
  save,
  children,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  title: string;
  lead?: string;
  way?: Way;
  save: (values: Output) => Promise<unknown>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const leaving = useLeaveGuard(form);
  return (
    <TitledCard title={title} lead={lead}>
      <Form
        form={form}
        onSave={async (values) => {
          await save(values);
          form.reset(form.getValues());
          if (way) way.goOn();
          else toast.success(t('common.saved'));
        }}
        sx={{ gap: 3, mt: 3 }}
      >
        {children}
        <Box sx={submitRow}>
          {way?.back}
          <SubmitButton control={form.control}>
            {t(way ? 'organization.save_and_go_on' : 'common.save')}
          </SubmitButton>
        </Box>
      </Form>
      {leaving}
    </TitledCard>
  );
}
