import type { BatchRead, TrainingCard, TrainingSummary } from '@/api/catalog';

/*
 * What stands in a poster for data that the web server fills in (scripts/posters.ts): a mark names a field of the
 * answer, and goes through addresses as it is. What only the app can write, such as dates and amounts, is unknown.
 */

const mark = (field: string) => `~.${field}~`;
const UNKNOWN = '~~';
const UNKNOWN_DATE = '2001-01-01T00:00:00Z';

const both = <Name extends string>(name: Name, of = name as string) =>
  ({ [`${name}_en`]: mark(`${of}_en`), [`${name}_ar`]: mark(`${of}_ar`) }) as Record<
    `${Name}_en` | `${Name}_ar`,
    string
  >;

/** Builds a training with marks as field values; `of` is the path of the training in the answer. */
export const markedTraining = (of = '') =>
  ({
    id: mark(`${of}id`),
    ...both('title', `${of}title`),
    ...both('summary', `${of}summary`),
    level: mark(`${of}level`),
    duration_hours: Number.NaN,
    image_url: mark(`${of}image_url`),
    category: { ...both('name', `${of}category.name`) },
    organization: {
      id: mark(`${of}organization.id`),
      ...both('name', `${of}organization.name`),
    },
  }) as unknown as TrainingSummary;

/** A training card of the list, with prices. */
export const markedCard = () =>
  ({
    ...markedTraining(),
    level: UNKNOWN,
    batches: Number.NaN,
    price_from_minor: Number.NaN,
    price_to_minor: null,
    currency: 'SAR',
    next_batch: null,
  }) as unknown as TrainingCard;

/** A batch with its training. */
export const markedBatch = () =>
  ({
    id: mark('id'),
    code: mark('code'),
    starts_at: UNKNOWN_DATE,
    training: markedTraining('training.'),
  }) as unknown as BatchRead;
