import type { BulkBatch, BulkEnrollmentDetail } from '@/api/enrollment';

/** How many of a batch's people get a seat. */
export const fitting = (batch: BulkBatch) =>
  Math.min(batch.rows, filling(batch) + Math.max(0, batch.seats_left));

/** How many of them get a seat that the organization has bought before. */
export const filling = ({ rows, own_seats }: BulkBatch) => Math.min(rows, own_seats);

/** How many people there are no seats for. */
export const waitingOf = ({ batches }: BulkEnrollmentDetail) =>
  batches.reduce((sum, batch) => sum + batch.rows - fitting(batch), 0);

export const currencyOf = ({ batches, currency, quote }: BulkEnrollmentDetail) =>
  currency || quote?.currency || (batches[0]?.currency ?? 'SAR');
