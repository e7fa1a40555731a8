import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type AttendanceSheet, printAttendance } from '@/api/enrollment';
import { FailureBeside } from '@/components/feedback/FailureBeside';
import { usePrint } from '@/domain/usePrint';
import { getShownSession } from './marks';

/** Downloads the attendance sheet for signatures as a PDF, of the current session or of all. */
export function PrintSheet({ sheet }: { sheet: AttendanceSheet }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const save = usePrint();
  const print = (sessionId?: string) => {
    setAnchor(null);
    save.mutate({
      name: `attendance-${sheet.code}.pdf`,
      ask: () =>
        printAttendance({
          path: { batch_id: sheet.batch_id },
          query: { session_id: sessionId },
          parseAs: 'blob',
        }),
    });
  };
  return (
    <>
      <FailureBeside of={save}>
        <Button
          variant="outlined"
          startIcon={<PrintIcon />}
          loading={save.isPending}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('attendance.print.action')}
        </Button>
      </FailureBeside>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => print(getShownSession(sheet, params)?.id)}>
          {t('attendance.print.session')}
        </MenuItem>
        <MenuItem onClick={() => print()}>{t('attendance.print.all')}</MenuItem>
      </Menu>
    </>
  );
}
