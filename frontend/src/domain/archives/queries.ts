import { useMutation, useQuery } from '@tanstack/react-query';
import { type ArchiveRead, getPaperArchive } from '@/api/enrollment';
import {
  createPaperArchiveMutation,
  listPaperArchivesOptions,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { download } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';

const REFRESH_MS = 2000;

/** The user's ZIP files; polled while certificates are rendered. */
export const useArchives = () =>
  useQuery({
    ...listPaperArchivesOptions(),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ ready }) => !ready) ? REFRESH_MS : false,
  });

export const useAskForArchive = () =>
  useMutation({ ...createPaperArchiveMutation(), onSuccess: useInvalidate('papers') });

export const useSaveArchive = () =>
  useMutation({
    mutationFn: async ({ id, batch_code }: ArchiveRead) => {
      const { data } = await getPaperArchive({ path: { archive_id: id }, parseAs: 'blob' });
      const name = ['certificates', batch_code].filter(Boolean).join('-');
      download(`${name}.zip`, data as unknown as Blob);
    },
  });
