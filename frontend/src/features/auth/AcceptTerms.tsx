import type { FieldValues } from 'react-hook-form';
import { Trans } from 'react-i18next';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import type { FieldProps } from '@/components/form/types';
import { TextLink } from '@/components/RouterLinks';
import { useOpens } from '@/lib/access';
import { paths } from '@/routes/paths';

/** The consent to the terms and conditions. */
export function AcceptTerms<Values extends FieldValues>({
  control,
  name,
}: Pick<FieldProps<Values>, 'control' | 'name'>) {
  const opens = useOpens();
  return (
    <CheckboxInput
      control={control}
      name={name}
      label={
        <Trans
          i18nKey="auth.accept"
          components={{
            terms: opens('terms') ? (
              <TextLink to={paths.terms} target="_blank" rel="noopener" />
            ) : (
              <span />
            ),
          }}
        />
      }
    />
  );
}
