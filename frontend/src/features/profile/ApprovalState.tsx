import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { submitProfileMutation } from '@/api/identity/@tanstack/react-query.gen';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { Quote } from '@/components/Quote';
import { LinkButton } from '@/components/RouterLinks';
import { useZodForm, z } from '@/lib/forms';
import { type Profile, refetchUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';
import { staffDocumentsQuery, submissionsQuery } from './queries';
import { sections } from './sections';

const SHOWN = ['draft', 'returned', 'rejected'] as const;

/** The approval status of the account; a returned profile can be resubmitted. */
export function ApprovalState() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const approval = profile?.approval;
  const isStaff = profile?.type === 'staff';
  const status = SHOWN.find((each) => each === approval?.status) ?? 'submitted';
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`profile.approval.${isStaff && status === 'draft' ? 'draft_staff' : status}`)}
      </Typography>
      {status !== 'submitted' && approval?.comment && (
        <Box sx={{ my: 1 }}>
          <Quote>{approval.comment}</Quote>
        </Box>
      )}
      {isStaff && status === 'returned' && <Remarks profile={profile} />}
      {profile && (
        <NextStep profile={profile} isOpen={status === 'draft' || status === 'returned'} />
      )}
    </>
  );
}

/** Remarks on fields of a staff profile. */
function Remarks({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { data } = useQuery(submissionsQuery(profile.id));
  // Remarks on documents are shown at the documents.
  const ofFields = (data?.[0]?.remarks ?? []).filter(
    ({ field }) => !field.startsWith('documents.'),
  );
  return ofFields.map(({ field, text }) => (
    <Typography key={field} variant="body2">
      {t(`submission.fields.${field}`, { defaultValue: field })}: <bdi>{text}</bdi>
    </Typography>
  ));
}

/** Organizations continue on their own page; staff correct and submit here. */
function NextStep({ profile, isOpen }: { profile: Profile; isOpen: boolean }) {
  const { t } = useTranslation();
  if (profile.type === 'organization') {
    return (
      <LinkButton size="small" to={paths.accountDetails} sx={{ mt: 1, px: 0 }}>
        {t(`profile.approval.${isOpen ? 'go_on' : 'follow'}`)}
      </LinkButton>
    );
  }
  return isOpen && <Submit profile={profile} />;
}

const schema = z.object({});

/** Links to missing documents, or submits if there are none. */
function Submit({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { data: own } = useQuery(staffDocumentsQuery(profile.id));
  const isFirst = profile.approval?.status === 'draft';
  const form = useZodForm(schema, {});
  const submit = useMutation(submitProfileMutation());
  if (own && !own.complete) {
    return (
      <>
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {t('profile.approval.lacking')}
        </Typography>
        <Link href={`#${sections.documents}`} variant="body2">
          {t('profile.approval.hand_in')}
        </Link>
      </>
    );
  }
  return (
    <Form
      form={form}
      onSave={async () => {
        await submit.mutateAsync({ path: { profile_id: profile.id } });
        toast.success(t(`profile.approval.${isFirst ? 'submitted_now' : 'submitted_again'}`));
        await refetchUser();
      }}
      sx={{ gap: 2, mt: 1.5 }}
    >
      <SubmitButton control={form.control} size="medium" sx={{ justifySelf: 'start' }}>
        {t(`profile.approval.${isFirst ? 'submit' : 'submit_again'}`)}
      </SubmitButton>
    </Form>
  );
}
