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

/** The columns of a file: all, but for the batch's where there is only one. */
export const columnNames = ({ batch_id }: Pick<BulkEnrollmentDetail, 'batch_id'>) =>
  (Object.keys(shapes) as ColumnName[]).filter((name) => name !== 'batch' || batch_id === null);

/** The columns of the grid in which rows are mended. */
export function useGridColumns({ batch_id }: BulkEnrollmentDetail): readonly EditColumn[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      columnNames({ batch_id }).map((field) => ({
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
    [batch_id, t],
  );
}

/** A row for the grid, with its errors in the reader's language. */
export const gridRow = ({ number, cells, errors }: BulkRowRead, locale: Locale): EditRow => ({
  id: String(number),
  line: number,
  cells,
  problems: errors.map(({ field, message, message_ar }) => ({
    field,
    text: locale === 'ar' ? message_ar : message,
  })),
});
