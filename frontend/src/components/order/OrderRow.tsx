import { useSortable } from '@dnd-kit/sortable';
import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import HandleIcon from '@mui/icons-material/DragIndicatorOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

interface OrderRowProps {
  id: string;
  name: string;
  /** Undefined for the first item. */
  onUp?: () => void;
  /** Undefined for the last item. */
  onDown?: () => void;
}

/** A row that is dragged by its handle, or moved by its buttons. */
export function OrderRow({ id, name, onUp, onDown }: OrderRowProps) {
  const { t } = useTranslation();
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id });
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{
        transform: transform ? `translateY(${transform.y}px)` : undefined,
        transition,
      }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        p: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
        position: 'relative',
        ...(isDragging && { zIndex: 1, boxShadow: 8 }),
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('order.drag', { name })}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <HandleIcon fontSize="small" />
      </IconButton>
      <Typography component="span" dir="auto" sx={{ flex: 1, minWidth: 0 }}>
        {name}
      </Typography>
      <IconButton onClick={onUp} disabled={!onUp} aria-label={t('order.up', { name })}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton onClick={onDown} disabled={!onDown} aria-label={t('order.down', { name })}>
        <DownIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
