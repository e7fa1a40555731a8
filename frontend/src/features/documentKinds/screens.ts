import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

export const documentKindScreens: Screens = {
  settingsDocuments: withMessages(
    () => import('./DocumentKindListPage'),
    'deletion',
    'document_kinds',
    'submission',
  ),
};
