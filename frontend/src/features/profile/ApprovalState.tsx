import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { submitProfileAgainMutation } from '@/api/identity/@tanstack/react-query.gen';
import { BilingualInput } from '@/components/form/BilingualInput';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import * as personFields from '@/domain/personFields';
import { useZodForm, z } from '@/lib/forms';
import { type Profile, recheckUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Where the approval of the account stands and why; what was sent back can be submitted again. */
export function ApprovalState() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const approval = profile?.approval;
  const isReturned = approval?.status === 'returned';
  const decision = isReturned || approval?.status === 'rejected' ? approval : null;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`profile.approval.${decision?.status ?? 'submitted'}`)}
      </Typography>
      {decision?.comment && (
        <Typography
          component="blockquote"
          variant="body2"
          dir="auto"
          sx={{
            mx: 0,
            my: 1,
            paddingInlineStart: 1.5,
            borderInlineStart: '3px solid',
            borderColor: 'divider',
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
          }}
        >
          {decision.comment}
        </Typography>
      )}
      {profile && isReturned && <SubmitAgain profile={profile} />}
    </>
  );
}

const schema = z.object({
  organization_name_en: z.optional(personFields.organizationNameEn),
  organization_name_ar: z.optional(personFields.organizationNameAr),
});

/** An organization can mend its names with it; everything else is mended further down the page. */
function SubmitAgain({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const isOrganization = profile.type === 'organization';
  const form = useZodForm(
    schema,
    isOrganization
      ? {
          organization_name_en: profile.organization_name_en ?? '',
          organization_name_ar: profile.organization_name_ar ?? '',
        }
      : {},
  );
  const submit = useMutation(submitProfileAgainMutation());
  return (
    <Form
      form={form}
      onSave={async (body) => {
        await submit.mutateAsync({ path: { profile_id: profile.id }, body });
        toast.success(t('profile.approval.submitted_again'));
        await recheckUser();
      }}
      sx={{ gap: 2, mt: 1.5 }}
    >
      {isOrganization && (
        <BilingualInput
          control={form.control}
          name="organization_name"
          labels={{ en: t('person.organization_name_en'), ar: t('person.organization_name_ar') }}
        />
      )}
      <SubmitButton control={form.control} size="medium" sx={{ justifySelf: 'start' }}>
        {t('profile.approval.submit_again')}
      </SubmitButton>
    </Form>
  );
}
