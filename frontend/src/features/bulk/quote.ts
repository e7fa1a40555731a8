import type { BulkBatch, BulkEnrollmentDetail } from '@/api/enrollment';

/** How many of a batch's people get a seat. */
export const fitting = ({ rows, seats_left }: BulkBatch) => Math.min(rows, Math.max(0, seats_left));

/** How many people there are no seats for. */
export const waitingOf = ({ batches }: BulkEnrollmentDetail) =>
  batches.reduce((sum, batch) => sum + batch.rows - fitting(batch), 0);

export const currencyOf = ({ batches, currency, quote }: BulkEnrollmentDetail) =>
  currency || quote?.currency || (batches[0]?.currency ?? 'SAR');
