import Skeleton from '@mui/material/Skeleton';
import type { GridValidRowModel } from '@mui/x-data-grid';
import { lazy, Suspense } from 'react';
import type { EditGridProps } from './EditGridTable';

// The grid is larger than any page; it comes when somebody edits.
const EditGridTable = lazy(() => import('./EditGridTable'));

/** Many rows that are edited in place, cell by cell; each cell says what is wrong with it. */
export function EditGrid<Row extends GridValidRowModel>(props: EditGridProps<Row>) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={420} sx={{ borderRadius: 4 }} />}>
      <EditGridTable {...(props as unknown as EditGridProps<GridValidRowModel>)} />
    </Suspense>
  );
}
