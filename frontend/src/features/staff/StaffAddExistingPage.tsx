import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PersonFound } from '@/api/identity';
import { FormPage } from '@/components/form/FormPage';
import { TextInput } from '@/components/form/TextInput';
import { TextLink } from '@/components/RouterLinks';
import { localized, useLocale } from '@/i18n';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useFindPerson, useInviteExisting } from './queries';
import { emptyPlace, placeSchema, StaffPlaceFields, toPlaceBody } from './StaffPlaceFields';

const schema = z.object({
  identifier: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  ...placeSchema,
});

interface Found extends PersonFound {
  identifier: string;
}

/** Invites a person with an account: finds them by exact email or number, then selects the role. */
export default function StaffAddExistingPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const [found, setFound] = useState<Found | null>(null);
  const find = useFindPerson();
  const invite = useInviteExisting();
  const form = useZodForm(schema, { identifier: '', ...emptyPlace });
  const { control } = form;
  // Changing the address discards the person that was found.
  const person = found && found.identifier === form.watch('identifier').trim() ? found : null;
  return (
    <FormPage
      form={form}
      title={t('routes.staffAddExisting')}
      lead={
        <>
          {t('staff.existing_lead')}{' '}
          <TextLink to={paths.staffAdd}>{t('staff.has_no_account')}</TextLink>
        </>
      }
      trail={[{ label: t('routes.staff'), to: paths.staff }]}
      saveLabel={t(person ? 'staff.send_invitation' : 'staff.find')}
      onSave={async (body) => {
        if (!person) {
          const { identifier } = body;
          setFound({ ...(await find.mutateAsync({ body: { identifier } })), identifier });
          return;
        }
        const member = await invite.mutateAsync({ body: toPlaceBody(body) });
        form.reset(form.getValues());
        toast.success(t('staff.invited', { email: member.email }));
        void navigate(href(paths.staffView, { id: member.id }));
      }}
    >
      <TextInput
        control={control}
        name="identifier"
        label={t('staff.identifier')}
        hint={t('staff.identifier_hint')}
        autoComplete="off"
        required
        ltr
      />
      {person && (
        <>
          <Alert severity="success">
            {t('staff.found', { name: localized(person, 'name', locale) })}
          </Alert>
          <StaffPlaceFields control={control} />
        </>
      )}
    </FormPage>
  );
}
