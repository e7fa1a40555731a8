import { withMessages } from '@/i18n';
import type { Screens } from '@/routes/types';

const content = withMessages(() => import('./ContentPage'), 'pages');

export const pageScreens: Screens = {
  faq: content,
  nos: content,
  about: content,
  media: content,
  support: content,
  services: content,
  governance: content,
  terms: content,
  contact: withMessages(() => import('./ContactPage'), 'contact', 'document', 'pages'),
};
