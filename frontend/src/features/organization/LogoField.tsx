import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnOrganization } from '@/api/identity';
import { updateProfileImageMutation } from '@/api/identity/@tanstack/react-query.gen';
import { ImageUploader } from '@/components/file/ImageUploader';
import { continueSession, useSession } from '@/lib/session';
import { useInvalidate } from '@/lib/useInvalidate';

/** The organization's logo, uploaded on selection. */
export function LogoField({ organization }: { organization: OwnOrganization }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const refresh = useInvalidate('organizations');
  const save = useMutation({
    ...updateProfileImageMutation(),
    onSuccess: async (signedIn) => {
      continueSession(signedIn);
      await refresh();
    },
  });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h3" variant="subtitle2">
        {t('submission.fields.image')}
      </Typography>
      <ImageUploader
        src={organization.image}
        src2x={organization.image_2x}
        label={t('organization.upload_logo')}
        round={false}
        pending={save.isPending}
        error={save.error}
        onSelect={(file) =>
          profile && save.mutate({ path: { profile_id: profile.id }, body: { file } })
        }
      />
    </Box>
  );
}
