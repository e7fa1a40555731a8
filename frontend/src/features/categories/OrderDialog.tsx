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
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryRead } from '@/api/catalog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { localized, useLocale } from '@/i18n';
import { toast } from '@/lib/toast';
import type { Level } from './levels';
import { OrderRow } from './OrderRow';
import { siblingsQuery, useMainCategories, useOrderCategories } from './queries';

interface OrderDialogProps {
  level: Level;
  onClose: () => void;
}

/** The order of the main categories, or of the subcategories of one: by pointer and by keyboard. */
export default function OrderDialog({ level, onClose }: OrderDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const main = useMainCategories();
  const [chosen, choose] = useState<string | null>(null);
  const parentId = level === 'main' ? null : (chosen ?? main.options[0]?.value ?? null);
  const { data, error, isFetching } = useQuery({
    ...siblingsQuery(parentId),
    enabled: level === 'main' || parentId !== null,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('categories.change_order')}</DialogTitle>
      {level === 'sub' && (
        <Box sx={{ px: 3, pb: 1 }}>
          <TextField
            select
            fullWidth
            label={t('categories.parent')}
            value={parentId ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {main.options.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      )}
      {data && !isFetching ? (
        <Order key={parentId} parentId={parentId} before={data.data} onClose={onClose} />
      ) : (
        <DialogContent>
          {error ? <ErrorAlert error={error} /> : <Skeleton variant="rounded" height={200} />}
        </DialogContent>
      )}
    </Dialog>
  );
}

interface OrderProps {
  parentId: string | null;
  before: readonly CategoryRead[];
  onClose: () => void;
}

function Order({ parentId, before, onClose }: OrderProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [order, setOrder] = useState(() => [...before]);
  const save = useOrderCategories();
  const nameOf = (category: CategoryRead) => localized(category, 'name', locale);
  const places = usePlaces(order, nameOf);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (from: number, to: number) => setOrder((rows) => arrayMove(rows, from, to));
  const send = async () => {
    const categories = order.map(({ id, version }) => ({ id, version }));
    await save.mutateAsync({ body: { parent_id: parentId, categories } });
    toast.success(t('common.saved'));
    onClose();
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <DialogContentText>{t('categories.order_text')}</DialogContentText>
        <ErrorAlert error={save.error} />
        {order.length === 0 && <Alert severity="info">{t('categories.sub.none')}</Alert>}
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{
            announcements: places,
            screenReaderInstructions: { draggable: t('categories.drag_keys') },
          }}
          onDragEnd={({ active, over }) => {
            if (over) move(indexOf(order, active.id), indexOf(order, over.id));
          }}
        >
          <SortableContext items={order} strategy={verticalListSortingStrategy}>
            <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
              {order.map((category, index) => (
                <OrderRow
                  key={category.id}
                  id={category.id}
                  name={nameOf(category)}
                  onUp={index > 0 ? () => move(index, index - 1) : undefined}
                  onDown={index < order.length - 1 ? () => move(index, index + 1) : undefined}
                />
              ))}
            </Box>
          </SortableContext>
        </DndContext>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={save.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => void send().catch(() => {})}
          loading={save.isPending}
          disabled={order.every(({ id }, index) => id === before[index]?.id)}
        >
          {t('common.save')}
        </Button>
      </DialogActions>
    </>
  );
}

const indexOf = (order: readonly CategoryRead[], id: UniqueIdentifier) =>
  order.findIndex((category) => category.id === id);

/** What a screen reader hears while something is moved. */
function usePlaces(order: readonly CategoryRead[], nameOf: (category: CategoryRead) => string) {
  const { t } = useTranslation();
  const said = (key: string, id: UniqueIdentifier, at: UniqueIdentifier = id) => {
    const category = order[indexOf(order, id)];
    const place = indexOf(order, at) + 1;
    return t(key, { name: category ? nameOf(category) : '', place, of: order.length });
  };
  return {
    onDragStart: ({ active }: Moved) => said('categories.picked_up', active.id),
    onDragOver: ({ active, over }: Moved) =>
      over ? said('categories.moved', active.id, over.id) : undefined,
    onDragEnd: ({ active, over }: Moved) =>
      said('categories.dropped', active.id, over?.id ?? active.id),
    onDragCancel: ({ active }: Moved) => said('categories.put_back', active.id),
  };
}

interface Moved {
  active: { id: UniqueIdentifier };
  over?: { id: UniqueIdentifier } | null;
}
