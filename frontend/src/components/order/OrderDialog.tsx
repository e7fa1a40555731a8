import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionError } from '@/components/feedback/ActionError';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import type { Option } from '@/components/form/SelectInput';
import { submitRow } from '@/components/form/SubmitButton';
import { toast } from '@/lib/toast';
import { OrderRow } from './OrderRow';

interface Orderable {
  id: string;
}

interface OrderProps<Item extends Orderable> {
  /** Explains the effect of the order. */
  text: string;
  /** The text of an empty list. */
  empty: string;
  nameOf: (item: Item) => string;
  onSave: (order: readonly Item[]) => Promise<unknown>;
  onClose: () => void;
}

interface OrderDialogProps<Item extends Orderable> extends OrderProps<Item> {
  /** The items in their current order; undefined while loading. */
  items: readonly Item[] | undefined;
  /** The error of loading the items. */
  error: unknown;
  onRetry: () => void;
  /** Selects one of several orders. */
  which?: {
    label: string;
    options: readonly Option[];
    value: string;
    onChange: (value: string) => void;
  };
}

/** Changes the order of records, by pointer or keyboard. */
export function OrderDialog<Item extends Orderable>({
  items,
  error,
  onRetry,
  which,
  ...order
}: OrderDialogProps<Item>) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open onClose={order.onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('order.change')}</DialogTitle>
      {which && (
        <Box sx={{ px: 3, pb: 1 }}>
          <TextField
            select
            fullWidth
            label={which.label}
            value={which.value}
            onChange={(event) => which.onChange(event.target.value)}
          >
            {which.options.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      )}
      {items ? (
        <Order key={which?.value} before={items} {...order} />
      ) : (
        <DialogContent>
          {error ? (
            <ErrorAlert error={error} onRetry={onRetry} />
          ) : (
            <Skeleton variant="rounded" height={200} />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

function Order<Item extends Orderable>({
  before,
  text,
  empty,
  nameOf,
  onSave,
  onClose,
}: OrderProps<Item> & { before: readonly Item[] }) {
  const { t } = useTranslation();
  const [order, setOrder] = useState(() => [...before]);
  const save = useMutation({ mutationFn: onSave });
  const places = usePlaces(order, nameOf);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => setOrder((rows) => arrayMove(rows, from, to));
  const done = () => {
    toast.success(t('common.saved'));
    onClose();
  };
  const submit = () => save.mutate(order, { onSuccess: done });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <DialogContentText>{text}</DialogContentText>
        {order.length === 0 && <Alert severity="info">{empty}</Alert>}
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{
            announcements: places,
            screenReaderInstructions: { draggable: t('order.drag_keys') },
          }}
          onDragEnd={({ active, over }) => {
            if (over) move(findIndex(order, active.id), findIndex(order, over.id));
          }}
        >
          <SortableContext items={order} strategy={verticalListSortingStrategy}>
            <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {order.map((item, index) => (
                <OrderRow
                  key={item.id}
                  id={item.id}
                  name={nameOf(item)}
                  onUp={index > 0 ? () => move(index, index - 1) : undefined}
                  onDown={index < order.length - 1 ? () => move(index, index + 1) : undefined}
                />
              ))}
            </Box>
          </SortableContext>
        </DndContext>
      </DialogContent>
      <DialogActions disableSpacing sx={submitRow}>
        <ActionError error={save.error} onRetry={submit} />
        <Button color="inherit" onClick={onClose} disabled={save.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={submit}
          loading={save.isPending}
          disabled={order.every(({ id }, index) => id === before[index]?.id)}
        >
          {t('common.save')}
        </Button>
      </DialogActions>
    </>
  );
}

const findIndex = (order: readonly Orderable[], id: UniqueIdentifier) =>
  order.findIndex((item) => item.id === id);

/** Returns the screen reader announcements for drag and drop. */
function usePlaces<Item extends Orderable>(order: readonly Item[], nameOf: (item: Item) => string) {
  const { t } = useTranslation();
  const announce = (key: string, id: UniqueIdentifier, at: UniqueIdentifier = id) => {
    const item = order[findIndex(order, id)];
    const place = findIndex(order, at) + 1;
    return t(key, { name: item ? nameOf(item) : '', place, of: order.length });
  };
  return {
    onDragStart: ({ active }: Moved) => announce('order.picked_up', active.id),
    onDragOver: ({ active, over }: Moved) =>
      over ? announce('order.moved', active.id, over.id) : undefined,
    onDragEnd: ({ active, over }: Moved) =>
      announce('order.dropped', active.id, over?.id ?? active.id),
    onDragCancel: ({ active }: Moved) => announce('order.put_back', active.id),
  };
}

interface Moved {
  active: { id: UniqueIdentifier };
  over?: { id: UniqueIdentifier } | null;
}
