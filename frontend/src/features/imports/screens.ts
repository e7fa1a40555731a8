import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

type Page = keyof typeof import('./ImportPages');

const page = (name: Page) =>
  withMessages(
    async () => ({ default: (await import('./ImportPages'))[name] }),
    'batches',
    'imports',
  );

export const importScreens: Screens = {
  trainingImport: page('TrainingImport'),
  batchImport: page('BatchImport'),
};
