import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import type { EditGridProps } from './grid';

// The grid is larger than any page, so it is loaded on demand.
const EditGridTable = lazy(() => import('./EditGridTable'));

/**
 * Edits many server rows in place, a page at a time. Cells show their errors. Users can paste a
 * block of cells, replace text in all rows, and undo each step. Changes are saved immediately, in
 * chunks.
 */
export function EditGrid<Row>(props: EditGridProps<Row>) {
  const Table = EditGridTable as ComponentType<EditGridProps<Row>>;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />}>
      <Table {...props} />
    </Suspense>
  );
}
