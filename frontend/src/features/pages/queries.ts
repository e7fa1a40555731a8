import { useMutation } from '@tanstack/react-query';
import type { PageSlug } from '@/api/catalog';
import {
  deletePageDraftMutation,
  getPageOptions,
  getPageVersionOptions,
  listPagesOptions,
  listPageVersionsOptions,
  publishPageDraftMutation,
  restorePageVersionMutation,
  updatePageDraftMutation,
  withdrawPageVersionMutation,
} from '@/api/catalog/@tanstack/react-query.gen';
import { useInvalidate } from '@/lib/useInvalidate';

/** The published version of a content page. */
export const pageQuery = (slug: PageSlug) => getPageOptions({ path: { slug } });

/** All pages, for editors. */
export const pagesQuery = listPagesOptions;

/** The newest versions of a page. */
export const versionsQuery = (slug: PageSlug) =>
  listPageVersionsOptions({ path: { slug }, query: { page_size: 100 } });

/** The content of a version. */
export const versionQuery = (slug: PageSlug, number: number) =>
  getPageVersionOptions({ path: { slug, number } });

const useInvalidatePages = () => ({ onSuccess: useInvalidate('pages') });

export const useUpdateDraft = () =>
  useMutation({ ...updatePageDraftMutation(), ...useInvalidatePages() });
export const useDeleteDraft = () =>
  useMutation({ ...deletePageDraftMutation(), ...useInvalidatePages() });
export const usePublishDraft = () =>
  useMutation({ ...publishPageDraftMutation(), ...useInvalidatePages() });
export const useRestoreVersion = () =>
  useMutation({ ...restorePageVersionMutation(), ...useInvalidatePages() });
export const useWithdrawVersion = () =>
  useMutation({ ...withdrawPageVersionMutation(), ...useInvalidatePages() });
