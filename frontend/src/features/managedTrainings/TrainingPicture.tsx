import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { TrainingRead } from '@/api/catalog';
import { ImageUploader } from '@/components/file/ImageUploader';
import { TitledCard } from '@/components/record/TitledCard';
import { densePicture } from '@/domain/training/picture';
import { toast } from '@/lib/toast';
import { useSetPicture } from './queries';

/** The training's picture, uploaded on selection. */
export function TrainingPicture({
  training,
  onChanged,
}: {
  training: TrainingRead;
  onChanged: (training: TrainingRead) => void;
}) {
  const { t } = useTranslation();
  const change = useSetPicture();
  return (
    <TitledCard id="picture" title={t('offers.parts.picture')} lead={t('offers.picture_lead')}>
      <Box sx={{ mt: 3 }}>
        <ImageUploader
          src={training.image_url}
          src2x={densePicture(training.image_url)}
          label={t('offers.picture')}
          aspect={16 / 9}
          pending={change.isPending}
          error={change.error}
          onSelect={(file) =>
            change.mutate(
              { path: { training_id: training.id }, body: { file } },
              {
                onSuccess: (changed) => {
                  onChanged(changed);
                  toast.success(t('common.saved'));
                },
              },
            )
          }
        />
      </Box>
    </TitledCard>
  );
}
