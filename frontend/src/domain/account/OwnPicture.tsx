import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateProfileImageMutation } from '@/api/identity/@tanstack/react-query.gen';
import { ImageUploader } from '@/components/file/ImageUploader';
import { continueSession, type Profile } from '@/lib/session';
import { toast } from '@/lib/toast';

/** The profile picture with upload. */
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
    <Box sx={{ mt: 3 }}>
      <ImageUploader
        src={profile.image}
        src2x={profile.image_2x}
        label={t(profile.image ? 'profile.picture' : 'profile.upload_picture')}
        pending={save.isPending}
        error={save.error}
        onSelect={(file) => save.mutate({ path: { profile_id: profile.id }, body: { file } })}
      />
    </Box>
  );
}
