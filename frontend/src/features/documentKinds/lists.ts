import type { KindRow } from '@/api/identity';
import { listDocumentKindsOptions } from '@/api/identity/@tanstack/react-query.gen';
import { zListDocumentKindsQuery } from '@/api/identity/zod.gen';
import { defineList } from '@/components/list/list';
import { paths } from '@/routes/paths';

/** The kinds of documents that profiles upload. */
export const documentKinds = defineList<KindRow, typeof zListDocumentKindsQuery>({
  key: 'document-kinds',
  path: paths.settingsDocuments,
  schema: zListDocumentKindsQuery,
  query: (query) => listDocumentKindsOptions({ query }),
});
