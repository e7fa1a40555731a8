import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Crumb } from '@/components/Crumbs';
import { PageContainer } from '@/components/PageContainer';
import { Form, type FormProps } from './Form';
import { FormFooter } from './FormFooter';
import { type Section, Sections } from './Sections';
import { useLeaveGuard } from './useLeaveGuard';

interface FormPageProps<Input extends FieldValues, Output> extends FormProps<Input, Output> {
  title: string;
  lead?: ReactNode;
  trail?: readonly Crumb[];
  /** The label of the save button. */
  saveLabel?: string;
  /** Shown in the footer while nothing is unsaved. */
  note?: ReactNode;
  /** Wider if there is content beside the fields. */
  width?: 'lg' | 'xl';
  /** The sections of a long form, with an index beside it. */
  sections?: readonly Section[];
}

/** A one-column form page with a sticky footer; leaving it with changes needs confirmation. */
export function FormPage<Input extends FieldValues, Output>({
  title,
  lead,
  trail,
  saveLabel,
  note,
  form,
  width = 'lg',
  sections = [],
  children,
  ...rest
}: FormPageProps<Input, Output>) {
  const leaving = useLeaveGuard(form);
  return (
    <PageContainer title={title} subtitle={lead} trail={trail} width={width}>
      <Sections sections={sections} wide={width === 'xl'}>
        <Form form={form} {...rest} sx={{ gap: 3 }}>
          {children}
          <FormFooter form={form} label={saveLabel} note={note} />
        </Form>
      </Sections>
      {leaving}
    </PageContainer>
  );
}
