import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkEnrollmentDetail, BulkRowRead, CellUpdate } from '@/api/enrollment';
import type { EditColumn, EditRow } from '@/components/grid/grid';
import type { Locale } from '@/i18n';

type ColumnName = CellUpdate['column'];

const LANGUAGES = ['ar', 'en'] as const;

const shapes: Record<ColumnName, Omit<EditColumn, 'field' | 'heading'>> = {
  civil_number: { ltr: true, width: 150 },
  passport_number: { ltr: true, width: 150 },
  passport_country: { ltr: true, width: 130 },
  name_en: { ltr: true, width: 200 },
  name_ar: { width: 200 },
  email: { ltr: true, width: 220 },
  phone: { ltr: true, width: 160 },
  language: { kind: 'choice', width: 130 },
  batch: { ltr: true, width: 150 },
};

/** Our own column for excluding a row. It is edited, pasted and undone like any cell. */
export const TAKES_PART = 'takes_part';
const YES = 'yes';
const NO = 'no';

/** Returns whether this value of the skip column excludes the row. */
export const isExcluded = (text: string) => text === NO;

/** Returns the columns of a file, without the batch's column for a single batch. */
export const columnNames = ({ batch_id }: Pick<BulkEnrollmentDetail, 'batch_id'>) =>
  (Object.keys(shapes) as ColumnName[]).filter((name) => name !== 'batch' || batch_id === null);

/** Returns the columns that the rows have: people selected without a number have only a name. */
const gridNames = ({ batch_id, mapping }: Pick<BulkEnrollmentDetail, 'batch_id' | 'mapping'>) => {
  const ofFile = 'civil_number' in mapping || 'passport_number' in mapping;
  return columnNames({ batch_id }).filter((name) => ofFile || name in mapping);
};

/** Returns the columns of the grid for correcting rows. */
export function useGridColumns({ batch_id, mapping }: BulkEnrollmentDetail): readonly EditColumn[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        field: TAKES_PART,
        heading: t('bulk_enrollments.takes_part'),
        kind: 'choice',
        width: 130,
        options: [
          { value: YES, label: t('bulk_enrollments.takes_part_yes') },
          { value: NO, label: t('bulk_enrollments.takes_part_no') },
        ],
      },
      ...gridNames({ batch_id, mapping }).map((field) => ({
        ...shapes[field],
        field,
        heading: t(`bulk_enrollments.column.${field}`),
        ...(field === 'language' && {
          options: LANGUAGES.map((value) => ({
            value,
            label: t(`bulk_enrollments.locale.${value}`),
          })),
        }),
      })),
    ],
    [batch_id, mapping, t],
  );
}

/** Converts a row for the grid, with localized errors; excluded rows have none. */
export function gridRow(row: BulkRowRead, locale: Locale): EditRow {
  const { number, cells, errors } = row;
  const muted = row.state === 'skipped';
  return {
    id: String(number),
    line: number,
    cells: { ...cells, [TAKES_PART]: muted ? NO : YES },
    muted,
    problems: muted
      ? []
      : errors.map(({ field, message, message_ar }) => ({
          field,
          text: locale === 'ar' ? message_ar : message,
        })),
  };
}
