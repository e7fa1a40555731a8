import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateProfileImageMutation } from '@/api/identity/@tanstack/react-query.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { ImageUploader } from '@/components/ImageUploader';
import { continueSession, type Profile } from '@/lib/session';
import { toast } from '@/lib/toast';

/** The picture of an own profile, and the way to another one. */
export function OwnPicture({ profile, onSaved }: { profile: Profile; onSaved?: () => void }) {
  const { t } = useTranslation();
  const save = useMutation({
    ...updateProfileImageMutation(),
    onSuccess: (grant) => {
      continueSession(grant);
      toast.success(t('profile.picture_saved'));
      onSaved?.();
    },
  });
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 3 }}>
      <ImageUploader
        src={profile.image}
        src2x={profile.image_2x}
        label={t(profile.image ? 'profile.picture' : 'profile.upload_picture')}
        pending={save.isPending}
        onSelect={(file) => save.mutate({ path: { profile_id: profile.id }, body: { file } })}
      />
      <ActionError
        error={save.error}
        onRetry={() => save.variables && save.mutate(save.variables)}
      />
    </Box>
  );
}
