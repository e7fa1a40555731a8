import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CandidateDetail } from '@/api/identity';
import { zCandidateErasureCreate } from '@/api/identity/zod.gen';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { useRemoveCandidate } from './queries';

/** Requests the erasure of a candidate's account, and links to obstacles and the decision. */
export function RemoveCandidate({
  candidate,
  onClose,
}: {
  candidate: CandidateDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = localized(candidate, 'name', useLocale());
  const remove = useRemoveCandidate();
  const form = useZodForm(zCandidateErasureCreate, { reason: '' });
  return (
    <FormDialog
      form={form}
      title={t('candidates.remove_title', { name })}
      text={t('candidates.remove_text')}
      saveLabel={t('candidates.remove')}
      color="error"
      onSave={async (body) => {
        const { id } = await remove.mutateAsync({ path: { profile_id: candidate.id }, body });
        toast.success(t('candidates.remove_done'));
        void navigate(href(paths.erasure, { id }));
      }}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t('candidates.remove_reason')}
        hint={t('candidates.remove_reason_hint')}
        multiline
        minRows={2}
        required
      />
    </FormDialog>
  );
}
