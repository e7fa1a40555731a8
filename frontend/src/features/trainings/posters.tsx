import type { BatchRead, TrainingSummary } from '@/api/catalog';
import { LoadingView } from '@/domain/training/LoadingView';
import { BatchFrame } from './BatchPage';
import { TrainingFrame } from './TrainingPage';

/** The first screen of a training's page, from data in its HTML. */
export function TrainingPoster({ training }: { training: TrainingSummary }) {
  return (
    <TrainingFrame training={training}>
      <LoadingView picture={training.image_url} />
    </TrainingFrame>
  );
}

/** The first screen of a batch's page. */
export function BatchPoster({
  batch,
}: {
  batch: Pick<BatchRead, 'id' | 'code' | 'starts_at' | 'training'>;
}) {
  return (
    <BatchFrame batch={batch}>
      <LoadingView picture={batch.training.image_url} />
    </BatchFrame>
  );
}
