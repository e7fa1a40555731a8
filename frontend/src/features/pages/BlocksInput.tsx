import DownIcon from '@mui/icons-material/ArrowDownwardOutlined';
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type Control, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BlockFields } from './BlockFields';
import { emptyBlocks, kinds, type PageInput, type PageOutput } from './pageForm';

const MAX_BLOCKS = 80;

/** The blocks of a page, each in a card that can be moved and removed. */
export function BlocksInput({ control }: { control: Control<PageInput, unknown, PageOutput> }) {
  const { t } = useTranslation();
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'blocks' });
  return (
    <Box role="group" aria-label={t('site_pages.blocks')} sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ id, kind }, place) => {
        const name = `${t(`site_pages.kinds.${kind}`)} ${place + 1}`;
        return (
          <Card key={id} role="group" aria-label={name} sx={{ p: 2.5 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 2 }}>
              <Typography variant="h6" component="h2" sx={{ flex: 1 }}>
                {name}
              </Typography>
              <IconButton
                aria-label={t('site_pages.up', { name })}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                aria-label={t('site_pages.down', { name })}
                disabled={place === fields.length - 1}
                onClick={() => swap(place, place + 1)}
              >
                <DownIcon fontSize="small" />
              </IconButton>
              <IconButton aria-label={t('form.remove', { name })} onClick={() => remove(place)}>
                <RemoveIcon fontSize="small" />
              </IconButton>
            </Box>
            <BlockFields control={control} kind={kind} place={place} />
          </Card>
        );
      })}
      <Box
        role="group"
        aria-label={t('site_pages.add')}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('site_pages.add')}
        </Typography>
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            variant="outlined"
            disabled={fields.length >= MAX_BLOCKS}
            onClick={() => append(emptyBlocks[kind])}
          >
            {t(`site_pages.kinds.${kind}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
