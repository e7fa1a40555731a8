import { _default, extend, int, optional, string } from 'zod/mini';
import { zListBatchesQuery, zListTrainingsQuery } from '@/api/catalog/zod.gen';
import { toSearchParams } from '@/components/list/listQuery';

// The city's name stands beside its id, so that a shared address shows it at once. Rows of three
// cards are full with 12.
const own = { city: optional(string()), page_size: _default(int(), 12) };

/** Parses the URLs of the catalogue of trainings. */
export const trainingsAddress = toSearchParams(extend(zListTrainingsQuery, own));

/** The URL parameters of the catalogue of batches. */
export const zBatchesAddress = extend(zListBatchesQuery, own);
