import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listProfileSubmissionsOptions,
  submitProfileMutation,
} from '@/api/identity/@tanstack/react-query.gen';
import { Form } from '@/components/form/Form';
import { SubmitButton } from '@/components/form/SubmitButton';
import { Quote } from '@/components/Quote';
import { LinkButton } from '@/components/RouterLinks';
import { useZodForm, z } from '@/lib/forms';
import { type Profile, recheckUser, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { paths } from '@/routes/paths';

const SHOWN = ['draft', 'returned', 'rejected'] as const;

/** Where the approval of the account stands and why; what was sent back can be submitted again. */
export function ApprovalState() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const approval = profile?.approval;
  const status = SHOWN.find((each) => each === approval?.status) ?? 'submitted';
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`profile.approval.${status}`)}
      </Typography>
      {status !== 'submitted' && approval?.comment && (
        <Box sx={{ my: 1 }}>
          <Quote>{approval.comment}</Quote>
        </Box>
      )}
      {profile?.type === 'staff' && status === 'returned' && <Remarks profile={profile} />}
      {profile && (
        <NextStep profile={profile} isOpen={status === 'draft' || status === 'returned'} />
      )}
    </>
  );
}

/** What is to be mended in single fields of a staff profile. */
function Remarks({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const path = { profile_id: profile.id };
  const { data } = useQuery(listProfileSubmissionsOptions({ path }));
  return (data?.[0]?.remarks ?? []).map(({ field, text }) => (
    <Typography key={field} variant="body2">
      {t(`submission.fields.${field}`, { defaultValue: field })}: <bdi>{text}</bdi>
    </Typography>
  ));
}

/** An organization goes on at its own page; staff mend theirs here and submit it. */
function NextStep({ profile, isOpen }: { profile: Profile; isOpen: boolean }) {
  const { t } = useTranslation();
  if (profile.type === 'organization') {
    return (
      <LinkButton size="small" to={paths.accountDetails} sx={{ mt: 1, px: 0 }}>
        {t(`profile.approval.${isOpen ? 'go_on' : 'follow'}`)}
      </LinkButton>
    );
  }
  return isOpen && <SubmitAgain profile={profile} />;
}

const schema = z.object({});

function SubmitAgain({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const form = useZodForm(schema, {});
  const submit = useMutation(submitProfileMutation());
  return (
    <Form
      form={form}
      onSave={async () => {
        await submit.mutateAsync({ path: { profile_id: profile.id } });
        toast.success(t('profile.approval.submitted_again'));
        await recheckUser();
      }}
      sx={{ gap: 2, mt: 1.5 }}
    >
      <SubmitButton control={form.control} size="medium" sx={{ justifySelf: 'start' }}>
        {t('profile.approval.submit_again')}
      </SubmitButton>
    </Form>
  );
}
