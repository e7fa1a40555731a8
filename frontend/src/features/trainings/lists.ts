import { _default, extend, int, optional, string } from 'zod/mini';
import { zListBatchesQuery, zListTrainingsQuery } from '@/api/catalog/zod.gen';
import { toSearchParams } from '@/components/list/listQuery';

// The URL has the city's name beside its ID, so that a shared link shows it immediately. A page of
// 12 fills rows of
// three cards.
const own = { city: optional(string()), page_size: _default(int(), 12) };

/** Parses the URLs of the catalogue of trainings. */
export const trainingsAddress = toSearchParams(extend(zListTrainingsQuery, own));

/** The URL parameters of the catalogue of batches. */
export const zBatchesAddress = extend(zListBatchesQuery, own);
