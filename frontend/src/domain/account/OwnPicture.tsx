import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateProfileImageMutation } from '@/api/identity/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import { ImageUploader } from '@/components/ImageUploader';
import { continueSession, type Profile } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';

/** The picture of an own profile, and the way to another one. */
export function OwnPicture({ profile, onSaved }: { profile: Profile; onSaved?: () => void }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const save = useMutation({
    ...updateProfileImageMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      toast.success(t('profile.picture_saved'));
      onSaved?.();
    },
  });
  // What is wrong with the file says more than that something is wrong.
  const field = asProblem(save.error)?.fields[0];
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 3 }}>
      <ImageUploader
        src={profile.image}
        src2x={profile.image_2x}
        label={t(profile.image ? 'profile.picture' : 'profile.upload_picture')}
        pending={save.isPending}
        onSelect={(file) => save.mutate({ path: { profile_id: profile.id }, body: { file } })}
      />
      {save.error && (
        <Alert severity="error">
          {field ? t(`errors.${field.code}`, { defaultValue: field.message }) : textOf(save.error)}
        </Alert>
      )}
    </Box>
  );
}
