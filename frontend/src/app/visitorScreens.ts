import { publicAnnouncementScreens } from '@/features/announcements/visitorScreens';
import { authScreens } from '@/features/auth/visitorScreens';
import { developerScreens } from '@/features/developers/visitorScreens';
import { enrollScreens } from '@/features/enrollments/visitorScreens';
import { homeScreens } from '@/features/home/visitorScreens';
import { conversationScreens } from '@/features/inquiries/visitorScreens';
import { pageScreens } from '@/features/pages/visitorScreens';
import { unsubscribeScreens } from '@/features/preferences/visitorScreens';
import { trainingScreens } from '@/features/trainings/visitorScreens';
import { verificationScreens } from '@/features/verification/visitorScreens';
import type { Screens } from '@/routes/types';

/** The screens of pages that visitors may open; their import functions are in the first load. */
export const visitorScreens: Screens = {
  ...homeScreens,
  ...authScreens,
  ...trainingScreens,
  ...publicAnnouncementScreens,
  ...enrollScreens,
  ...pageScreens,
  ...conversationScreens,
  ...unsubscribeScreens,
  ...developerScreens,
  ...verificationScreens,
};
