import Skeleton from '@mui/material/Skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import type { EditGridProps } from './grid';

// The grid is larger than any page; it comes when somebody edits.
const EditGridTable = lazy(() => import('./EditGridTable'));

/**
 * Many rows of the server that are mended in place, a page at a time: each cell says what is wrong
 * with it, a block of a spreadsheet can be pasted, a text replaced in all rows, and each step taken
 * back. What is changed is saved at once, in portions.
 */
export function EditGrid<Row>(props: EditGridProps<Row>) {
  const Table = EditGridTable as ComponentType<EditGridProps<Row>>;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={480} sx={{ borderRadius: 4 }} />}>
      <Table {...props} />
    </Suspense>
  );
}
