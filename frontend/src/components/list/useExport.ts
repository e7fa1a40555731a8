import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { $ZodObject, input } from 'zod/v4/core';
import { useLocale } from '@/i18n';
import { download, fileName } from '@/lib/download';
import { formatNumber } from '@/lib/format';
import { toast } from '@/lib/toast';
import type { FileFormat, List, PageMeta } from './list';

/** Exports the filtered and sorted list on the server and downloads the file. */
export function useExport<Row, Schema extends $ZodObject>(
  { key, file }: Pick<List<Row, Schema>, 'key' | 'file'>,
  query: input<Schema>,
  { total, capped }: Pick<PageMeta, 'total' | 'capped'> = { total: 0 },
) {
  const { t } = useTranslation();
  const language = useLocale();
  return useMutation({
    mutationFn: async (format: FileFormat) => {
      const whole = { ...query, page: undefined, page_size: undefined };
      const answer = await file?.({ ...whole, format, language });
      if (answer) download(fileName(answer.response) ?? `${key}.${format}`, answer.data as Blob);
    },
    onSuccess: () =>
      toast.success(
        capped
          ? t('table.exported_capped', { total: formatNumber(total, language) })
          : t('table.exported', { count: total }),
      ),
  });
}
