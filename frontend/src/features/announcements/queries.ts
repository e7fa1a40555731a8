import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { getManagedAnnouncementAttachment, type ListAnnouncementsData } from '@/api/catalog';
import {
  closeAnnouncementMutation,
  createAnnouncementAttachmentMutation,
  createAnnouncementMutation,
  deleteAnnouncementAttachmentMutation,
  deleteAnnouncementMutation,
  getAnnouncementOptions,
  getManagedAnnouncementOptions,
  listAnnouncementsOptions,
  submitAnnouncementMutation,
  updateAnnouncementMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { toFile } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

/** A page of public announcements; keeps the previous page while loading. */
export const announcementsQuery = (query: ListAnnouncementsData['query']) => ({
  ...listAnnouncementsOptions({ query }),
  placeholderData: keepPreviousData,
});

/** A published announcement, open or closed. */
export const announcementQuery = (id: string) =>
  getAnnouncementOptions({ path: { announcement_id: id } });

/** Always refetched: a change sends the version that was read. */
export const managedAnnouncementQuery = (id: string) => ({
  ...getManagedAnnouncementOptions({ path: { announcement_id: id } }),
  staleTime: 0,
});

/** A document of an announcement of any status. */
export async function fetchAttachment(announcementId: string, attachmentId: string) {
  const path = { announcement_id: announcementId, attachment_id: attachmentId };
  return toFile(await getManagedAnnouncementAttachment({ path, parseAs: 'blob' }));
}

export const useAddAnnouncement = () =>
  useMutation({ ...createAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useEditAnnouncement = () =>
  useMutation({ ...updateAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useSubmitAnnouncement = () =>
  useMutation({ ...submitAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useDeleteAnnouncement = () =>
  useMutation({ ...deleteAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useCloseAnnouncement = () =>
  useMutation({ ...closeAnnouncementMutation(), onSuccess: useInvalidate('announcements') });
export const useAddAttachment = () =>
  useMutation({
    ...createAnnouncementAttachmentMutation(),
    onSuccess: useInvalidate('announcements'),
  });
export const useRemoveAttachment = () =>
  useMutation({
    ...deleteAnnouncementAttachmentMutation(),
    onSuccess: useInvalidate('announcements'),
  });
