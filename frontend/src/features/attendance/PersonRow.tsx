import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendance, AttendingPerson } from '@/api/enrollment';
import { Person, usePersonName } from '@/components/Person';
import { ATTENDANCE_COLOR } from '@/domain/attendanceColor';
import { MARKS } from './marks';

interface PersonRowProps {
  person: AttendingPerson;
  mark: Attendance | null;
  /** Null if the session cannot be marked. */
  onMark: ((enrollmentId: string, attendance: Attendance | null) => void) | null;
}

/** A person of a session with the four attendance marks. */
export const PersonRow = memo(function PersonRow({ person, mark, onMark }: PersonRowProps) {
  const { t } = useTranslation();
  const name = usePersonName()(person);
  return (
    <Box
      component="li"
      data-enrollment={person.enrollment_id}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        gap: 1.5,
        alignItems: 'center',
        px: { xs: 2, md: 2.5 },
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        '&:focus-within': { bgcolor: 'action.hover' },
        // Rows outside the viewport skip layout.
        contentVisibility: 'auto',
        containIntrinsicSize: 'auto 64px',
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', minWidth: 0 }}>
        <Person person={person} size={36} />
        {person.counted > 0 && (
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', ml: 'auto', whiteSpace: 'nowrap' }}
          >
            {t('attendance.so_far', { attended: person.attended, counted: person.counted })}
          </Typography>
        )}
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={mark}
        disabled={onMark === null}
        onChange={(_, next: Attendance | null) => onMark?.(person.enrollment_id, next)}
        aria-label={t('attendance.of_person', { name })}
        sx={{
          '& .MuiToggleButton-root': {
            flex: { xs: 1, sm: 'none' },
            minWidth: { sm: 84 },
            minHeight: 44,
            textTransform: 'none',
          },
        }}
      >
        {MARKS.map((each) => (
          <ToggleButton
            key={each}
            value={each}
            sx={({ palette }) => ({
              '&.Mui-selected, &.Mui-selected:hover': {
                bgcolor: palette[ATTENDANCE_COLOR[each]].main,
                color: palette[ATTENDANCE_COLOR[each]].contrastText,
              },
            })}
          >
            {t(`attendance.mark.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
});
