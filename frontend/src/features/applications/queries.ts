import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApplicationDetail, beginApplication } from '@/api/enrollment';
import {
  assessApplicationMutation,
  getApplicationOptions,
  listApplicationStaffOptions,
  submitApplicationMutation,
  updateApplicationMutation,
  withdrawApplicationMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** The number of staff members listed without a search. */
const MAX_SHOWN = 100;

const ownKey = (announcementId: string) => [{ tags: ['applications'] }, 'own', announcementId];

/** The organization's application to an announcement; the first request creates it. */
export const ownApplicationQuery = (announcementId: string) => ({
  queryKey: ownKey(announcementId),
  queryFn: async () =>
    (await beginApplication({ body: { announcement_id: announcementId }, throwOnError: true }))
      .data,
  // Updates send the version that was read.
  staleTime: 0,
});

export const applicationQuery = (id: string) =>
  getApplicationOptions({ path: { application_id: id } });

/** The organization's staff, selectable members first. */
export const staffQuery = (announcementId: string, search: string) => ({
  ...listApplicationStaffOptions({
    query: { announcement_id: announcementId, search, page_size: MAX_SHOWN },
  }),
  placeholderData: keepPreviousData,
});

/** Caches the saved application, because the next step sends its version. */
function useKept() {
  const client = useQueryClient();
  return (application: ApplicationDetail) =>
    client.setQueryData(ownKey(application.announcement.id), application);
}

export function useStoreApplication() {
  return useMutation({ ...updateApplicationMutation(), onSuccess: useKept() });
}

/** `onSubmitted` is a parameter because the step unmounts when the status changes. */
export function useSubmitApplication(onSubmitted: (application: ApplicationDetail) => void) {
  const keep = useKept();
  const invalidate = useInvalidate('applications', 'charges');
  return useMutation({
    ...submitApplicationMutation(),
    onSuccess: (application) => {
      onSubmitted(application);
      keep(application);
      return invalidate();
    },
  });
}

export const useWithdrawApplication = () =>
  useMutation({
    ...withdrawApplicationMutation(),
    onSuccess: useInvalidate('applications', 'charges'),
  });

export const useAssessApplication = () =>
  useMutation({ ...assessApplicationMutation(), onSuccess: useInvalidate('applications') });
