import { useMutation } from '@tanstack/react-query';
import {
  closeAnnouncementMutation,
  createAnnouncementMutation,
  getManagedAnnouncementOptions,
  submitAnnouncementMutation,
  updateAnnouncementMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** Of now: a change names the version that was read. */
export const managedAnnouncementQuery = (id: string) => ({
  ...getManagedAnnouncementOptions({ path: { announcement_id: id } }),
  staleTime: 0,
});

export const useAddAnnouncement = () =>
  useMutation({ ...createAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useEditAnnouncement = () =>
  useMutation({ ...updateAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useSubmitAnnouncement = () =>
  useMutation({ ...submitAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useCloseAnnouncement = () =>
  useMutation({ ...closeAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
