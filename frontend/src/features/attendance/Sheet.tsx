import DoneAllIcon from '@mui/icons-material/DoneAllOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Attendance, AttendanceSheet, AttendingPerson } from '@/api/enrollment';
import { ActionError } from '@/components/feedback/ActionError';
import { EmptyState } from '@/components/feedback/EmptyState';
import { SearchField } from '@/components/list/SearchField';
import { toast } from '@/lib/toast';
import { useShortcuts, useSingleKeys } from '@/lib/useShortcuts';
import { CheckInButton } from './CheckInButton';
import { countMarks, getShownSession, isOver, MARK_OF_KEY } from './marks';
import { PersonRow } from './PersonRow';
import { ScanButton } from './ScanButton';
import { SessionPicker } from './SessionPicker';
import { type Mark, useMarks } from './useMarks';

/** Lists up to this length need no search. */
const FOUND_AT_A_GLANCE = 12;

/** The list of a session's people, marked by finger, mouse or keys, with or without a network. */
export function Sheet({ sheet }: { sheet: AttendanceSheet }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const marks = useMarks(sheet);
  const { markOf, press } = marks;
  const [search, setSearch] = useState('');
  const [onlyUnmarked, setOnlyUnmarked] = useState(false);
  const session = getShownSession(sheet, params);
  const sessionId = session?.id ?? '';
  const editable = sheet.editable && (session?.open ?? false);

  const counts = countMarks(
    sheet.people.map(({ enrollment_id }) => markOf(sessionId, enrollment_id)),
  );
  const unmarked = sheet.people.filter(
    ({ enrollment_id }) => markOf(sessionId, enrollment_id) === null,
  );
  const found = useMemo(
    () => sheet.people.filter((each) => isFound(each, search)),
    [sheet, search],
  );
  const shown = onlyUnmarked ? found.filter((each) => unmarked.includes(each)) : found;

  const latest = useRef(press);
  latest.current = press;
  // A stable callback, so that a mark rerenders only its own row.
  const onMark = useCallback(
    (enrollmentId: string, attendance: Attendance | null) =>
      latest.current([{ session_id: sessionId, enrollment_id: enrollmentId, attendance }]),
    [sessionId],
  );
  const onKeyDown = useShortcuts(editable ? markKeys(onMark) : {});
  const withKeys = useSingleKeys();

  function markAllPresent() {
    const before: Mark[] = unmarked.map(({ enrollment_id }) => ({
      session_id: sessionId,
      enrollment_id,
      attendance: null,
    }));
    press(before.map((mark) => ({ ...mark, attendance: 'present' })));
    toast.info(t('attendance.all_marked', { count: before.length }), {
      key: `attendance.${sessionId}`,
      label: t('attendance.undo'),
      run: () => press(before),
    });
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SessionPicker
        sessions={sheet.sessions}
        value={sessionId}
        onChange={(id) =>
          setParams(
            (before) => {
              before.set('session', id);
              return before;
            },
            { replace: true },
          )
        }
      />
      {marks.error !== null && <ActionError error={marks.error} />}
      {marks.refused.length > 0 && (
        <Alert severity="warning" onClose={marks.forgetRefused}>
          {t('attendance.refused', { count: marks.refused.length })}
        </Alert>
      )}
      <Card sx={{ overflow: 'visible' }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 1.5,
            alignItems: 'center',
            p: { xs: 2, md: 2.5 },
            // Hidden on phones, where it would take half of the list's space.
            position: { md: 'sticky' },
            top: 64,
            zIndex: 2,
            bgcolor: 'background.paper',
            borderBottom: 1,
            borderColor: 'divider',
            borderStartStartRadius: 'inherit',
            borderStartEndRadius: 'inherit',
          }}
        >
          <Typography sx={{ fontWeight: 600, mr: 'auto' }} aria-live="polite">
            {t('attendance.counts', counts)}
          </Typography>
          {sheet.people.length > FOUND_AT_A_GLANCE && (
            <SearchField value={search} onChange={setSearch} label={t('attendance.search')} />
          )}
          {editable && sheet.people.length > FOUND_AT_A_GLANCE && (
            <FormControlLabel
              control={
                <Switch
                  size="small"
                  checked={onlyUnmarked}
                  onChange={(_, checked) => setOnlyUnmarked(checked)}
                />
              }
              label={t('attendance.only_unmarked')}
            />
          )}
          {session && editable && (
            <ScanButton
              sheet={sheet}
              sessionId={session.id}
              markOf={markOf}
              onPresent={(enrollmentId) =>
                press(
                  [{ session_id: session.id, enrollment_id: enrollmentId, attendance: 'present' }],
                  'scan',
                )
              }
            />
          )}
          {session && editable && !isOver(session) && (
            <CheckInButton
              batchId={sheet.batch_id}
              session={session}
              people={sheet.people.length}
            />
          )}
          {editable && (
            <Button
              variant="contained"
              startIcon={<DoneAllIcon />}
              disabled={unmarked.length === 0}
              onClick={markAllPresent}
            >
              {t('attendance.all_present')}
            </Button>
          )}
          {(editable || marks.waiting > 0) && <SaveState waiting={marks.waiting} />}
        </Box>
        {sheet.finished && (
          <Alert severity="success" sx={{ m: 2 }}>
            {t('attendance.finished')}
          </Alert>
        )}
        {session && !session.open && !sheet.finished && (
          <Alert severity="info" sx={{ m: 2 }}>
            {t('attendance.not_open')}
          </Alert>
        )}
        {sheet.people.length === 0 && (
          <EmptyState title={t('attendance.nobody')} description={t('attendance.nobody_hint')} />
        )}
        {sheet.people.length > 0 && shown.length === 0 && (
          <EmptyState title={t(search ? 'attendance.none_found' : 'attendance.all_done')} />
        )}
        <Box
          component="ul"
          aria-label={t('attendance.people')}
          onKeyDown={onKeyDown}
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {shown.map((person) => (
            <PersonRow
              key={person.enrollment_id}
              person={person}
              mark={markOf(sessionId, person.enrollment_id)}
              onMark={editable ? onMark : null}
            />
          ))}
        </Box>
      </Card>
      {editable && withKeys && sheet.people.length > 0 && (
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}
        >
          {t('attendance.keys')}
        </Typography>
      )}
    </Box>
  );
}

function isFound(person: AttendingPerson, search: string): boolean {
  const names = `${person.name_en} ${person.name_ar}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word));
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-enrollment]');

/** Moves the focus to the row above (-1) or below (1). */
function moveFocus(step: -1 | 1): void {
  const row = focusedRow();
  const next = step < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  next?.querySelector<HTMLElement>('button')?.focus();
}

/** P, A, L and E mark the focused person and move to the next; arrow keys only move. */
const markKeys = (onMark: (enrollmentId: string, attendance: Attendance | null) => void) => {
  const markFocused = (attendance: Attendance | null) => () => {
    const id = focusedRow()?.dataset.enrollment;
    if (!id) return;
    onMark(id, attendance);
    moveFocus(1);
  };
  const marks = Object.entries(MARK_OF_KEY).map(([key, mark]) => [key, markFocused(mark)]);
  return {
    ...Object.fromEntries(marks),
    ArrowUp: () => moveFocus(-1),
    ArrowDown: () => moveFocus(1),
    k: () => moveFocus(-1),
    j: () => moveFocus(1),
  };
};

/** Shows whether all marks are saved. */
function SaveState({ waiting }: { waiting: number }) {
  const { t } = useTranslation();
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ flexBasis: '100%', color: waiting > 0 ? 'warning.dark' : 'text.secondary' }}
    >
      {waiting > 0 ? t('attendance.waiting', { count: waiting }) : t('attendance.saved')}
    </Typography>
  );
}
