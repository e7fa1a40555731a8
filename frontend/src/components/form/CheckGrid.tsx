import ArrowIcon from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import { useTheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellProps, useGridKeys } from './useGridKeys';

interface Line {
  id: string;
  label: string;
  note?: string | undefined;
}

type Cell = readonly [column: string, row: string];

interface CheckGridProps {
  label: string;
  /** The label of the row filter. */
  search: string;
  columns: readonly Line[];
  groups: readonly (Line & { rows: readonly Line[] })[];
  isSet: (column: string, row: string) => boolean;
  isChanged: (column: string, row: string) => boolean;
  canChange: (column: string, row: string) => boolean;
  /** Called with the cells to set or clear: one, or all cells of a group in a column. */
  onChange: (cells: readonly Cell[], set: boolean) => void;
}

/**
 * A matrix of checkboxes with grouped rows. Arrow keys move between cells, Space toggles, and a
 * group's checkbox sets its rows in a column. Phones show one column at a time.
 */
export function CheckGrid(props: CheckGridProps) {
  const { label, search, columns, groups } = props;
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  const [text, setText] = useState('');
  // On a phone, start at the first column that the user can change.
  const [chosen, setChosen] = useState(
    () =>
      columns.find(({ id }) =>
        groups.some(({ rows }) => rows.some((r) => props.canChange(id, r.id))),
      )?.id ?? columns[0]?.id,
  );
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const keys = useGridKeys();
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (row: Line) => words.every((word) => row.label.toLocaleLowerCase().includes(word));
  const found = groups
    .map((group) => ({ ...group, rows: group.rows.filter(fits) }))
    .filter(({ rows }) => rows.length > 0);
  const shown = narrow ? columns.filter(({ id }) => id === chosen) : columns;
  const toggle = (id: string) =>
    setClosed(
      (ids) => new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    );
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2 }}>
        <TextField
          size="small"
          label={search}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ width: { xs: 1, sm: 320 } }}
        />
        {narrow && columns.length > 1 && (
          <TextField
            select
            size="small"
            label={label}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            sx={{ width: 1 }}
          >
            {columns.map((column) => (
              <MenuItem key={column.id} value={column.id}>
                {column.label}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      <Box sx={{ overflow: 'auto', maxHeight: 'calc(100dvh - 300px)', minHeight: 240 }}>
        <Box component="table" role="grid" aria-label={label} sx={tableStyle} {...keys}>
          <thead>
            <tr>
              <Box component="th" scope="col" className="corner" />
              {shown.map((column) => (
                <th key={column.id} scope="col">
                  <span dir="auto">{column.label}</span>
                  <small>{column.note}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((group) => (
              <Fragment key={group.id}>
                <GroupRow
                  {...props}
                  columns={shown}
                  group={group}
                  isOpen={!closed.has(group.id)}
                  onToggle={() => toggle(group.id)}
                />
                {!closed.has(group.id) &&
                  group.rows.map((row) => (
                    <tr key={row.id}>
                      <th scope="row">
                        <span>{row.label}</span>
                        {row.note && <small>{row.note}</small>}
                      </th>
                      {shown.map((column) => (
                        <Box
                          component="td"
                          key={column.id}
                          className={props.isChanged(column.id, row.id) ? 'changed' : undefined}
                        >
                          <input
                            type="checkbox"
                            aria-label={`${row.label}: ${column.label}`}
                            checked={props.isSet(column.id, row.id)}
                            // A disabled checkbox could not get the keyboard focus.
                            aria-disabled={!props.canChange(column.id, row.id)}
                            onChange={({ target }) =>
                              props.canChange(column.id, row.id) &&
                              props.onChange([[column.id, row.id]], target.checked)
                            }
                            {...cellProps}
                          />
                        </Box>
                      ))}
                    </tr>
                  ))}
              </Fragment>
            ))}
          </tbody>
        </Box>
        {found.length === 0 && <NothingFound />}
      </Box>
    </Card>
  );
}

function NothingFound() {
  const { t } = useTranslation();
  return <Box sx={{ p: 3, color: 'text.secondary' }}>{t('table.nothing_found')}</Box>;
}

/** The header of a group: expands it, and sets its rows in a column. */
function GroupRow({
  columns,
  group,
  isOpen,
  onToggle,
  isSet,
  canChange,
  onChange,
}: CheckGridProps & {
  group: CheckGridProps['groups'][number];
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <tr className="group">
      <th scope="rowgroup">
        <ButtonBase aria-expanded={isOpen} onClick={onToggle} sx={{ gap: 0.5, font: 'inherit' }}>
          <ArrowIcon
            fontSize="small"
            sx={{ transform: isOpen ? 'none' : 'rotate(calc(-90deg * var(--flip)))' }}
          />
          {group.label}
        </ButtonBase>
      </th>
      {columns.map((column) => {
        const open = group.rows.filter((row) => canChange(column.id, row.id));
        const set = group.rows.filter((row) => isSet(column.id, row.id)).length;
        const isFull = set === group.rows.length;
        return (
          <td key={column.id}>
            <input
              type="checkbox"
              aria-label={`${group.label}: ${column.label}`}
              checked={isFull}
              ref={(box) => {
                if (box) box.indeterminate = set > 0 && !isFull;
              }}
              aria-disabled={open.length === 0}
              onChange={() =>
                onChange(
                  open.map((row) => [column.id, row.id] as const),
                  !open.every((row) => isSet(column.id, row.id)),
                )
              }
              {...cellProps}
            />
          </td>
        );
      })}
    </tr>
  );
}

const tableStyle = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: 1,
  fontSize: '0.875rem',
  '& th, & td': { borderBottom: 1, borderColor: 'divider', height: 44, px: 2 },
  '& td': { textAlign: 'center', minWidth: 128 },
  '& td.changed': { bgcolor: 'surface.tint' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    bgcolor: 'background.paper',
    height: 56,
    fontWeight: 600,
  },
  '& small': { display: 'block', fontWeight: 400, color: 'text.secondary' },
  '& tbody th, & .corner': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    textAlign: 'start',
    fontWeight: 400,
    minWidth: { xs: 200, sm: 280 },
    py: 0.75,
  },
  '& thead .corner': { zIndex: 3 },
  '& .group th, & .group td': { bgcolor: 'surface.soft', fontWeight: 600 },
  '& input': {
    width: 20,
    height: 20,
    m: 0,
    verticalAlign: 'middle',
    accentColor: 'var(--mui-palette-primary-main)',
    cursor: 'pointer',
    '&[aria-disabled="true"]': { opacity: 0.45, cursor: 'not-allowed' },
  },
} as const;
