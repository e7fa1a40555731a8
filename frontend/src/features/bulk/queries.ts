import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getBatchOptions } from '@/api/catalog/@tanstack/react-query.gen';
import {
  type BulkEnrollmentDetail,
  type BulkRowRead,
  type BulkRowsUpdate,
  type CellUpdate,
  exportBulkRows,
  getBulkEnrollment,
  getBulkTemplate,
  listBulkRows,
  updateBulkRows,
  uploadBulkEnrollment,
} from '@/api/enrollment';
import {
  buySeatsMutation,
  cancelBulkEnrollmentMutation,
  confirmBulkEnrollmentMutation,
  freeBoughtSeatMutation,
  getBulkEnrollmentOptions,
  getBulkEnrollmentQueryKey,
  listBoughtSeatsOptions,
  listBulkEnrollmentsOptions,
  listBulkRowsOptions,
  payTestMutation,
  replaceBulkFileMutation,
  updateBulkMappingMutation,
} from '@/api/enrollment/@tanstack/react-query.gen';
import { asProblem } from '@/api/problem';
import type { CellChange, GridView } from '@/components/grid/grid';
import type { FileFormat } from '@/components/list/list';
import type { Locale } from '@/i18n';
import { download } from '@/lib/download';
import { useInvalidate } from '@/lib/useInvalidate';
import { isExcluded, TAKES_PART } from './columns';

const SETTLES_MS = 120_000;
const ASK_MS = 700;
/** Maximum number of row numbers per call. */
const MAX_NUMBERS = 100;

/** The public data of the batch. */
export const batchQuery = (batchId: string) => getBatchOptions({ path: { batch_id: batchId } });

export const bulkQuery = (id: string) => getBulkEnrollmentOptions({ path: { bulk_id: id } });

/** The seats of a batch that were bought without names. */
export const purchasesQuery = (batchId: string) =>
  listBulkEnrollmentsOptions({ query: { batch_id: batchId, bought: true, page_size: 100 } });

/** The people on the seats of a purchase. */
export const peopleQuery = (id: string) =>
  listBoughtSeatsOptions({ path: { bulk_id: id }, query: { page_size: 100 } });

/** The rows of a file for the grid. */
export const gridQuery = (id: string, { page, pageSize, onlyProblems, search }: GridView) =>
  listBulkRowsOptions({
    path: { bulk_id: id },
    query: {
      page,
      page_size: pageSize,
      only_errors: onlyProblems,
      search: search || undefined,
    },
  });

/** The rows whose number belongs to an account with another name. */
export const toDecideQuery = (id: string) =>
  listBulkRowsOptions({ path: { bulk_id: id }, query: { state: ['decide'], page_size: 20 } });

interface NewFile {
  file: File;
  batchId?: string;
  organizationId?: string;
  locale: Locale;
  /** The idempotency key of this file. */
  key: string;
}

export const useUpload = () =>
  useMutation({
    mutationFn: async ({ file, batchId, organizationId, locale, key }: NewFile) => {
      const body = { file, locale, batch_id: batchId, organization_id: organizationId };
      return (await uploadBulkEnrollment({ body, headers: { 'Idempotency-Key': key } })).data;
    },
    onSuccess: useInvalidate('bulk_enrollments'),
  });

/** Returns a callback that stores the changed bulk enrollment and invalidates its rows. */
function useInvalidateBulk() {
  const client = useQueryClient();
  const refresh = useInvalidate('bulk_enrollments');
  return (bulk: BulkEnrollmentDetail) => {
    client.setQueryData(getBulkEnrollmentQueryKey({ path: { bulk_id: bulk.id } }), bulk);
    return refresh();
  };
}

export const useReplaceFile = () =>
  useMutation({ ...replaceBulkFileMutation(), onSuccess: useInvalidateBulk() });
export const useSaveMapping = () =>
  useMutation({ ...updateBulkMappingMutation(), onSuccess: useInvalidateBulk() });
export const useConfirm = () =>
  useMutation({ ...confirmBulkEnrollmentMutation(), onSuccess: useInvalidateBulk() });
export const useBuySeats = () =>
  useMutation({ ...buySeatsMutation(), onSuccess: useInvalidate('bulk_enrollments') });
export const useFreeSeat = () =>
  useMutation({ ...freeBoughtSeatMutation(), onSuccess: useInvalidateBulk() });
export const usePayTest = () =>
  useMutation({ ...payTestMutation(), onSuccess: useInvalidateBulk() });
export const useCancel = () =>
  useMutation({ ...cancelBulkEnrollmentMutation(), onSuccess: useInvalidateBulk() });

/** Saves cells of the grid; returns their validated rows. */
export async function saveCells(
  id: string,
  changes: readonly CellChange[],
): Promise<readonly BulkRowRead[]> {
  const path = { bulk_id: id };
  const cells = changes
    .filter(({ field }) => field !== TAKES_PART)
    .map(({ rowId, field, after }) => ({
      number: Number(rowId),
      column: field as CellUpdate['column'],
      value: after,
    }));
  const rows = changes
    .filter(({ field }) => field === TAKES_PART)
    .map(({ rowId, after }) => ({ number: Number(rowId), skip: isExcluded(after) }));
  await changeRows(id, { cells, rows });
  const numbers = [...new Set(changes.map(({ rowId }) => Number(rowId)))];
  const portions = Array.from({ length: Math.ceil(numbers.length / MAX_NUMBERS) }, (_, index) =>
    numbers.slice(index * MAX_NUMBERS, (index + 1) * MAX_NUMBERS),
  );
  const pages = await Promise.all(
    portions.map((number) => listBulkRows({ path, query: { number, page_size: MAX_NUMBERS } })),
  );
  return pages.flatMap(({ data }) => data.data);
}

/** Decides about rows; resolves when they are validated again. */
export function useDecide(id: string) {
  const refresh = useInvalidate('bulk_enrollments');
  return useMutation({
    mutationFn: (body: BulkRowsUpdate) => changeRows(id, body),
    onSuccess: refresh,
  });
}

/** Changes rows and waits for the validation; rows are locked while it runs. */
async function changeRows(id: string, body: BulkRowsUpdate): Promise<void> {
  const path = { bulk_id: id };
  await waitForCheck(id);
  try {
    await updateBulkRows({ path, body });
  } catch (error) {
    // Another user of the organization started a validation at the same time.
    if (asProblem(error)?.code !== 'bulk_enrollment.invalid_state') throw error;
    await waitForCheck(id);
    await updateBulkRows({ path, body });
  }
  await waitForCheck(id);
}

/** Waits until the check has finished. */
async function waitForCheck(id: string): Promise<void> {
  const until = Date.now() + SETTLES_MS;
  while (Date.now() < until) {
    const { data } = await getBulkEnrollment({ path: { bulk_id: id } });
    if (data.status !== 'checking') return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/** Invalidates the counts but not the rows, which are being edited. */
export function useInvalidateCounts(id: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: bulkQuery(id).queryKey });
}

/** Downloads the template: for one batch, or with a column for the batch's code. */
export const useTemplate = () =>
  useMutation({
    mutationFn: async ({ batchId, language }: { batchId?: string; language: Locale }) => {
      const query = { batch_id: batchId, language };
      const { data } = await getBulkTemplate({ query, parseAs: 'blob' });
      download('bulk-enrollment.xlsx', data as unknown as Blob);
    },
  });

/** Downloads the uploaded file with the state and errors of each row. */
export const useSaveFile = (id: string, language: Locale) =>
  useMutation({
    mutationFn: async (format: FileFormat) => {
      const query = { format, language };
      const { data } = await exportBulkRows({ path: { bulk_id: id }, query, parseAs: 'blob' });
      download(`bulk-enrollment.${format}`, data as unknown as Blob);
    },
  });
