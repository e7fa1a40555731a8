import type { UseFormReturn } from 'react-hook-form';
import { suggestUsername as ask } from '@/api/identity';
import * as personFields from '@/domain/personFields';
import type { SignUpForm, SignUpInput } from './signUpForm';

/** Suggests an available username from the email address. */
export async function suggestUsername(
  form: UseFormReturn<SignUpInput, unknown, SignUpForm>,
): Promise<void> {
  const email = personFields.email.safeParse(form.getValues('email'));
  if (!email.success || form.getValues('username')) return;
  try {
    const { data } = await ask({ body: { email: email.data } });
    // The user may have started typing one.
    if (!form.getValues('username')) {
      form.setValue('username', data.username, { shouldDirty: true, shouldValidate: true });
    }
  } catch {
    // Without a suggestion, users choose one themselves.
  }
}
